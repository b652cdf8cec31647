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

_SEPARATORS = frozenset([";", "{", "}", "!", "if", "then", "elif", "else", "while", "until", "do", "case", "in"])
_WRAPPERS = frozenset(
    ["sudo", "doas", "env", "time", "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "exec", "command", "builtin", "xargs"]
)
_SHELLS = frozenset(["sh", "bash", "dash", "zsh", "ksh", "fish", "eval", "pwsh", "powershell", "cmd"])


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
    """The words of each simple command; the program without its folder.

    Assignments before it are left out.  What runs another command (`sudo -u x`, `timeout 5`) may be followed by that at any word, so
    every rest of it counts too: a route too many costs a look, one too few a mistake.
    """
    words: list[str] = []
    for token in [*_tokens(command), ";"]:
        if token not in _SEPARATORS:
            words.append(token)
            continue
        while words and _is_assignment(words[0]):
            words.pop(0)
        if words:
            yield from _runs(words)
        words = []


def _runs(words: list[str]) -> Iterator[list[str]]:
    program = words[0].replace("\\", "/").rpartition("/")[2] or words[0]
    yield [program, *words[1:]]
    if program in _WRAPPERS:
        for start in range(1, len(words)):
            name = words[start].replace("\\", "/").rpartition("/")[2]
            yield [name or words[start], *words[start + 1 :]]
    if program in _SHELLS:
        for word in words[1:]:
            if " " in word:  # the text after -c
                yield from _simple_commands(word)


def _tokens(command: str) -> Sequence[str]:
    """The words of a command line, with the operators that part its commands; redirections are left out."""
    import shlex

    text = command.replace("\\\r\n", " ").replace("\\\n", " ").replace("\n", " ; ")
    lexer = shlex.shlex(text, posix=True, punctuation_chars="();<>|&`")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        found = list(lexer)
    except ValueError:  # a quote that is not closed: the words as they stand are the best that can be had
        found = text.split()
    tokens: list[str] = []
    skip = False
    for token in found:
        if skip:
            skip = False
        elif token and not token.strip("<>&") and token.strip("&"):
            skip = True  # a redirection: the next word is its file
        elif token and not token.strip("();|&`"):
            tokens.append(";")
        else:
            tokens.append(token)
    return tokens


def _is_assignment(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and name.isidentifier()


def _matches(words: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the pattern's words match the first words of a command; in time that grows with the product of their numbers."""
    from fnmatch import fnmatchcase

    reached = {0}  # how many words of the command the pattern so far may have used
    for part in pattern:
        if part == "**":
            reached = set(range(min(reached), len(words) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(words) and fnmatchcase(words[at], part)}
        if not reached:
            return False
    return True
