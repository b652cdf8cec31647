"""Word lists of the `instruction` rule, one module a group of languages.  The syntax is that of `core.wording`."""
