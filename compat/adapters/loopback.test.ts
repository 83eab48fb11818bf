import { expect, test } from 'vitest'

test('a connection to anywhere but this machine is refused', async () => {
  await expect(fetch('http://192.0.2.1/')).rejects.toMatchObject({ cause: { message: /loopback/ } })
})
