/** What each test of a library has: a door of its own, and the server that plays the model. */
import { afterEach, beforeEach } from 'vitest'
import { type Door, makeDoor } from './door.js'
import type { ScriptedServer } from './openai-server.js'

export interface Scene {
  door: Door
  server: ScriptedServer
}

/** Makes a door before each test; the door and the server that the test started are gone after it. */
export function useScene(): Scene {
  const scene = {} as Scene
  beforeEach(async () => {
    scene.door = await makeDoor()
  })
  afterEach(async () => {
    await scene.server.close()
    await scene.door.remove()
  })
  return scene
}
