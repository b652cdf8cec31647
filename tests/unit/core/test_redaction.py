"""Credentials never reach a message."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultctl.core.redaction import holds_token, redact, remove_secrets


@pytest.mark.parametrize("text", [
    "fatal: unable to access 'https://bot:SECRET@example.org/x.git/': 403",
    "https://SECRET@example.org/x", "http://a:SE@CRET@example.org/x", "HTTPS://x-access-token:SECRET@example.org",
    "https://example.org/x?private_token=SECRET&y=1", "https://example.org/api?access_token=SECRET",
    "Authorization: Basic SECRET", "authorization: SECRET", "PRIVATE-TOKEN: SECRET", "ssh://git:SECRET@example.org/x",
    "remote: bad token ghp_SECRETSECRET", "glpat-SECRETSECRET is expired",
])  # fmt: skip
def test_a_credential_is_hidden(text: str) -> None:
    assert "SECRET" not in redact(text) and "CRET" not in redact(text)
    assert "***" in redact(text)


@pytest.mark.parametrize("text", [
    "ssh://git@example.org/x.git", "git@example.org:team/vault.git", "https://example.org/x?page=2",
    "an ordinary sentence @someone",
    "see https://example.org/a and mail me@example.org",
])  # fmt: skip
def test_everything_else_stays(text: str) -> None:
    assert redact(text) == text


# Put together here, so that no scanner takes this file for one that holds a key.
PEM = "\n".join(["-----BEGIN RSA " + "PRIVATE KEY-----", "hunter2", "-----END RSA " + "PRIVATE KEY-----"])
GH, AWS = "ghp_" + "a1B2" * 9, "AKIA" + "Q3RSTUVWXYZ23456"
KEY40 = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzKEYS"


@pytest.mark.parametrize(("text", "gone"), [
    ("password: hunter2", "hunter2"), ('{"password": "hunter2 x"}', "hunter2"), ("run --password hunter2 now", "hunter2"),
    ("SECRET_KEY=hunter2", "hunter2"), ("passphrase=correct horse", "horse"), ("pwd=hunter2", "hunter2"), ("DB_PASS=hunter2", "hunter2"),
    ("client_secret: hunter2", "hunter2"), ("X-API-Key: hunter2", "hunter2"), ("api_key: 'hunter2'", "hunter2"),
    ("Cookie: theme=dark; session=hunter2", "hunter2"), ("curl -u bob:hunter2 x", "hunter2"), ("curl --user 'bob:hunter2' x", "hunter2"),
    ("sent Bearer hunter2x", "hunter2"), ("Basic aHVudGVyMg==", "aHVud"), ('{\\"token\\": \\"hunter2\\"}', "hunter2"),
    (f"x_{GH}", GH), (f"key{AWS}", AWS), (f"aws_secret_access_key = {KEY40}", KEY40), ('"Authorization": "Bearer hunter2"', "hunter2"),
    (f'PRIVATE_KEY="{PEM}"', "hunter2"), ("password: |\n  hunter2", "hunter2"),
])  # fmt: skip
def test_what_stands_where_a_secret_does_is_removed_for_good(text: str, gone: str) -> None:
    assert gone not in remove_secrets(text) and "***" in remove_secrets(text)


@pytest.mark.parametrize("text", [
    "Unexpected token < in JSON at position 0", "Basic authentication failed", "the Bearer token is missing", "wrong password for bob",
    "task-runner-of-everything failed", "cookies are off",
])  # fmt: skip
def test_words_about_secrets_stay(text: str) -> None:
    assert remove_secrets(text) == text


def test_a_name_holds_a_token_by_its_shape_only() -> None:
    assert holds_token(f"a/{GH}") and holds_token(f"bot-{AWS}") and not holds_token("auth/token:refresh")


@pytest.mark.parametrize("piece", ["a-", "password", "token:", "--a-", "-u a", "://", "eyJ", "Bearer ", '"', "secret_", "sk-", "'\\\\", "cookie"])
def test_removing_takes_time_in_proportion(piece: str) -> None:
    start = time.process_time()
    remove_secrets(piece * (200_000 // len(piece)))
    assert time.process_time() - start < 3


# The words between which a secret stands, as people and programs write them; `{}` is the secret.
SHAPES = [
    "password={}", "--password {}", "PGPASSWORD={} psql", "db_password: {}", "<password>{}</password>",
    "<server>\n  <id>x</id>\n  <password>\n    {}\n  </password>\n</server>", '<add key="DbPassword" value="{}"/>',
    "<key>Password</key>\n<string>{}</string>", "- name: DB_PASSWORD\n  value: {}", '{{"name": "API_TOKEN", "value": "{}"}}',
    "machine x login bob password {}", "machine x\n  login bob\n  password {}", "machine x password {} login bob",
    'DOCKER_AUTH_CONFIG={{"auths":{{"x":{{"auth":"{}"}}}}}}', "//registry/:_authToken={}", "_auth={}",
    "mysql -p{}", "mysql -u root -p {} shop", "mysqldump -h db -u root -p'{}' shop", "docker login -u bob -p {}", "run -p {}",
    "os.environ['TOKEN'] = '{}'", 'os.environ["DB_PASSWORD"]="{}"', "os.environ.setdefault('TOKEN', '{}')", "setenv('API_KEY', '{}')",
    "login(password='{}')", "user.setPassword('{}')", "ENV DB_PASSWORD {}", "aws configure set aws_secret_access_key {}",
    "SET PASSWORD '{}'", "SET PASSWORD FOR 'bob'@'%' = '{}'", "CREATE USER bob IDENTIFIED BY '{}'", "CREATE ROLE bob WITH PASSWORD '{}'",
    "passphrase {}", "the password is {}", "password%3D{}", "q=password%253D{}", "password%22%3A%22{}%22", "password＝{}", "password：{}",
    "&quot;password&quot;: &quot;{}&quot;", "&lt;password&gt;{}&lt;/password&gt;", "Passwort: {}", "Kennwort={}", "contraseña: {}",
    "contrasen\u0303a: {}", "mot de passe : {}", "mdp={}", "senha: {}", "wachtwoord: {}", "hasło: {}", "heslo: {}", "lösenord: {}",
    "пароль: {}", "密码：{}", "パスワード: {}", "비밀번호: {}", "parola: {}", "token=\n{}", "token=\n{} end", "password:\n  {}\n", "passwords:\n- {}\n",
    'password="""{}"""', "password: “{}”", "token: |\n  {}\n  {}",
]  # fmt: skip


@settings(max_examples=20)
@given(st.from_regex(r"[a-z]{1,4}[A-Z]{1,4}[a-z0-9]{1,8}[0-9][A-Za-z0-9_]{2,9}", fullmatch=True))
@pytest.mark.parametrize("shape", SHAPES)
def test_a_secret_of_each_shape_never_survives(shape: str, secret: str) -> None:
    for text in (shape, f"err {shape} end", f"one\n{shape}\nthree\n"):
        assert secret not in remove_secrets(text.format(*[secret] * 2)), text


@pytest.mark.parametrize("text", [
    "password is required", "password: must not be empty", "Password: is too short", '{"password": ["must not be empty"]}',
    '"password": null', "password:\n  required: true\n  minLength: 8", "Password:\nPermission denied", "password (at least 8 characters)",
    "Password authentication failed for user bob", "could not read Password for 'https://example.org': terminal prompts disabled",
    "Enter passphrase for key '/home/bob/.ssh/id':", "passphrase required", "passwords do not match", "password1 and password2 differ",
    "token expired", "token: expired", "No access token given", "Unexpected token } in JSON at position 12", "Unexpected token 'export'",
    "TokenExpiredError: jwt expired", "auth/token.go:14 undefined", "secret my-app not found", "Invalid username or token.",
    "-p 8080", "serve -p 8080", "mysql -p 3306", "docker run -p 8080:80 nginx", "docker run -p 127.0.0.1:80:80/tcp nginx",
    "ssh -p 2222 host", "mkdir -p build/x1", "cargo test -p serde1", "pytest -p no:cacheprovider", "cp -pr a1 b", "go build -p 4",
    "compass: north", "bypass 3", "if password > 8 and x < 3", '"auth": "basic"', "login failed", "set password first",
])  # fmt: skip
def test_harmless_lines_stay_as_they_are(text: str) -> None:
    assert remove_secrets(text) == text


@pytest.mark.parametrize("text", [
    "\x1b[1mtoken\x1b[0m=hunter2x", "tok\x1b[31men=hunter2x", "pass\u200bword: hunter2x", f"{GH[:20]}\n{GH[20:-8]}hunter2x",
])  # fmt: skip
def test_colours_and_line_ends_hide_no_secret(text: str) -> None:
    assert "hunter2" not in redact(text)


def test_colours_stay_where_nothing_is_hidden() -> None:
    assert redact("no \x1b[31mway") == "no \x1b[31mway"


@pytest.mark.parametrize("piece", [
    "<password", "<password>", "password=\n", "password\n", "token ", "-p a1 ", "-p'", "login x ", "setpassword(", "password value=",
    "password%3D", '"""', "identified by ", "set -a ", "password is ",
])  # fmt: skip
def test_the_further_shapes_take_time_in_proportion(piece: str) -> None:
    start = time.process_time()
    redact(piece * (100_000 // len(piece)))
    assert time.process_time() - start < 3
