// What the package exports at run time, entry by entry.

export const PACKAGE_STORIES = {
  async exports({ load, manifest, say }) {
    for (const [entry, target] of Object.entries(manifest.exports)) {
      if (typeof target === 'string') continue
      const exported = Object.entries(await load(entry)).map(([name, value]) => `${name}: ${typeof value}`)
      say(entry, exported.toSorted())
    }
  },

  manifest({ manifest, say }) {
    const { name, type, bin, exports, files, engines, sideEffects, dependencies } = manifest
    say('manifest', { name, type, bin, exports, files, engines, sideEffects, dependencies })
  },
}
