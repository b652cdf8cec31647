"""Routes: from a file path or a command line to tags, by the globs of the taxonomy.

Paths use gitignore-style globs.  Command globs are shell words: each word is a glob on one word, `**` stands for any number of
words, and what follows the last word of the glob is free (`terraform apply` also routes `terraform apply -auto-approve`).
"""

from __future__ import annotations

from vaultctl.core.values import NamedTuple as _NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NamedTuple

    from vaultctl.core.taxonomy import Taxonomy
else:
    NamedTuple = _NamedTuple

_SEPARATORS = frozenset([";", "&", "&&", "|", "||", "|&", "(", ")", "{", "}", "\n", ";;", "!", "then", "do", "else"])
_WRAPPERS = frozenset(["sudo", "env", "time", "nice", "nohup", "exec", "command", "xargs", "builtin"])


class Route(NamedTuple):
    """What was given, the glob that matched it, and the tag that follows."""

    input: str
    glob: str
    tag: str


def route_path(taxonomy: Taxonomy, path: str, given: str) -> Iterator[Route]:
    """The routes of a path (relative to the repository root, with `/`), shown as `given`."""
    globs = [(glob, prefix.tag) for prefix in taxonomy.prefixes for glob in prefix.paths]
    if not globs:
        return
    # The gitignore dialect is git's own, with corners enough; pathspec is the library that mypy and black use for it.
    from pathspec import GitIgnoreSpec

    for glob, tag in globs:
        if GitIgnoreSpec.from_lines([glob]).match_file(path):
            yield Route(given, glob, tag)


def route_command(taxonomy: Taxonomy, command: str) -> Iterator[Route]:
    """The routes of a command line: of each simple command in it."""
    globs = [(glob, prefix.tag) for prefix in taxonomy.prefixes for glob in prefix.commands]
    if not globs:
        return
    simple = list(_simple_commands(command))
    for glob, tag in globs:
        pattern = glob.split()
        if any(_matches(words, pattern) for words in simple):
            yield Route(command, glob, tag)


def _simple_commands(command: str) -> Iterator[list[str]]:
    """The words of each simple command, without assignments and wrappers before it; the program without its folder."""
    words: list[str] = []
    for token in [*_tokens(command), ";"]:
        if token not in _SEPARATORS:
            words.append(token)
            continue
        while words and (_is_assignment(words[0]) or words[0].rpartition("/")[2] in _WRAPPERS):
            words.pop(0)
        if words:
            yield [words[0].replace("\\", "/").rpartition("/")[2] or words[0], *words[1:]]
        words = []


def _tokens(command: str) -> Sequence[str]:
    import shlex

    lexer = shlex.shlex(command.replace("\n", " ; "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:  # a quote that is not closed: the words as they stand are the best that can be had
        return command.split()


def _is_assignment(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and name.isidentifier()


def _matches(words: Sequence[str], pattern: Sequence[str]) -> bool:
    from fnmatch import fnmatchcase

    if not pattern:
        return True
    if pattern[0] == "**":
        return any(_matches(words[skip:], pattern[1:]) for skip in range(len(words) + 1))
    return bool(words) and fnmatchcase(words[0], pattern[0]) and _matches(words[1:], pattern[1:])
