#!/usr/bin/env node
// A file of its own, because npm links commands before a clone is built. An old Node must be able to read it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`metier needs Node 20.19 or newer. This is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else require('../dist/cli/main.cjs')
