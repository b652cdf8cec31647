"""Works out, by plain Python and without vaultctl, what `check` must answer over the RustSec lessons.

Run it as `python tests/data/rustsec_oracle.py CORPUS` to print the table that stands in `rustsec_queries.json`.
"""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from pathlib import Path

QUERIES: list[tuple[str, str, str]] = [  # tags, --match, --today
    *((f"rust/crate/{crate}", "covering", "2026-11-30") for crate in (
        "openssl", "hyper", "tokio", "smallvec", "time", "chrono", "regex", "actix-web", "serde_yaml", "libc", "nix",
        "crossbeam-deque", "rustls", "wasmtime", "safe_app", "unic-ucd", "triton-vm", "cggmp21", "failure", "no-such-crate")),
    *((f"rust/crate/{crate}", "covering", "2020-01-01") for crate in ("openssl", "hyper", "tokio", "smallvec", "time")),
    ("rust/crate/openssl/x509", "covering", "2026-11-30"),
    ("rust/crate/open", "covering", "2026-11-30"),
    ("rust/crate", "covering", "2026-11-30"),
    ("rust", "covering", "2026-11-30"),
    ("rust", "under", "2026-11-30"),
    ("rust/vuln/crypto-failure", "covering", "2026-11-30"),
    ("rust/vuln/crypto-failure", "exact", "2026-11-30"),
    ("rust/vuln", "under", "2019-06-01"),
    ("rust/vuln/*", "covering", "2019-06-01"),
    ("rust/notice/unmaintained", "covering", "2026-11-30"),
    ("rust/notice:*", "covering", "2026-11-30"),
    ("#Rust:Crate:OpenSSL", "covering", "2026-11-30"),
    ("rust/crate/tokio,rust/crate/hyper", "covering", "2026-11-30"),
    ("rust/crate/tokio,python/pip,rust/crate/no-such-crate", "covering", "2026-11-30"),
    ("python/pip", "covering", "2026-11-30"),
    ("rust/crate/openssl", "exact", "2026-11-30"),
    ("rust/crate/openssl/ssl", "exact", "2026-11-30"),
    ("rust/notice/unmaintained", "covering", "2100-01-01"),
    ("rust/crate/openssl", "covering", "2100-01-01"),
    ("rust/crate/openssl,rust/crate/*", "covering", "2018-01-01"),
]


def lessons(corpus: Path) -> list[dict[str, str]]:
    found = []
    for path in sorted(corpus.rglob("*.md")):
        head = path.read_text(encoding="utf-8").split("---\n")[1]
        found.append(dict(line.split(": ", 1) for line in head.splitlines()))
    return found


def answer(vault: list[dict[str, str]], tags: str, match: str, today: str) -> dict[str, object]:
    day = date.fromisoformat(today)
    found: list[tuple[str, bool]] = []
    narrower = 0
    for lesson in vault:
        own = lesson["tags"].strip("[]").split(", ")
        hit = below = False
        for typed in tags.split(","):
            query = typed.lower().lstrip("#").replace(":", "/")
            under = match == "under"
            if query.endswith("/*"):
                query, under = query[:-2], True
            for tag in own:
                equal = tag == query
                above = query.startswith(tag + "/")
                lower = tag.startswith(query + "/")
                hit = hit or (equal if match == "exact" and not under else equal or above or (under and lower))
                below = below or lower
        if hit:
            ttl = lesson["ttl"]
            gone = ttl != "indefinite" and day > date.fromisoformat(lesson["first_seen"]) + timedelta(days=int(ttl))
            found.append((lesson["id"], gone))
        elif below:
            narrower += 1
    kinds = {lesson["id"]: lesson["category"] for lesson in vault}
    blocked = any(kinds[name] == "BLOCKED" and not gone for name, gone in found)
    warned = any(kinds[name] != "VERIFIED" for name, _ in found)
    return {
        "tags": tags, "match": match, "today": today,
        "verdict": "BLOCKED" if blocked else "WARNED" if warned else "CLEAR",
        "exit": 1 if blocked else 0,
        "lessons": len(found), "expired": sum(gone for _, gone in found), "narrower": narrower,
        "ids": sorted(name for name, _ in found)[:20],
    }


if __name__ == "__main__":
    vault = lessons(Path(sys.argv[1]))
    rows = [answer(vault, *query) for query in QUERIES]
    sys.stdout.write("[\n" + ",\n".join(" " + json.dumps(row) for row in rows) + "\n]\n")
