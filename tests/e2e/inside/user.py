"""Makes a user of Pagure, and an API key: `user.py NAME [RIGHT…]` prints the key.  Runs inside the forge's system, with its Python.

Without rights the key has all of them.
"""

from __future__ import annotations

import datetime
import sys

import pagure.config

config = pagure.config.reload_config()

from pagure.lib import login, model, query  # noqa: E402 - they read the configuration when they are loaded


def main(name: str, rights: list[str]) -> None:
    """Make the user where there is none, then the key."""
    session = query.create_session(config["DB_URL"])
    if session.query(model.User).filter_by(user=name).first() is None:
        address = f"{name}@example.org"
        password = login.generate_hashed_value(f"password of {name}")
        user = model.User(user=name, fullname=name, password=password, default_email=address, token=None)
        session.add(user)
        session.flush()
        session.add(model.UserEmail(user_id=user.id, email=address))
        session.commit()
    known = {token.id for token in query.search_user(session, username=name).tokens}
    until = datetime.date.today() + datetime.timedelta(days=2)
    query.add_token_to_user(session, None, rights or list(config["ACLS"]), name, until, description="a test")
    session.commit()
    (key,) = {token.id for token in query.search_user(session, username=name).tokens} - known
    sys.stdout.write(key)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
