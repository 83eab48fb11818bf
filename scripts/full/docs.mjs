// Builds the documentation as a site, from the packages of its own lockfile, and follows every link and anchor of it.
await import('../docs.mjs')
