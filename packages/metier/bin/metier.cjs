#!/usr/bin/env node
// A file of its own, because npm links commands before a clone is built.
require('../dist/cli/main.cjs')
