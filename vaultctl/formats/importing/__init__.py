"""Reads lessons out of files that are no vault: text -> drafts, and every line that was not understood.

`read` is the way in.  `keys` knows what people call a lesson's parts, `outline` takes Markdown apart into raw entries, `drafting`
makes drafts of them; `shapes` recognises the three shapes that have a form of their own.
"""
