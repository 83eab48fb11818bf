// Whatever a library would tell the world, it can tell only this machine: a connection to anywhere else is refused.
import { Socket } from 'node:net'

const connect = Socket.prototype.connect

Socket.prototype.connect = function connectToLoopback(...parameters) {
  // Node's own callers hand over what they have normalised already, as a list.
  const [target] = Array.isArray(parameters[0]) ? parameters[0] : parameters
  const host = target?.host ?? target?.path ?? '127.0.0.1'
  if (!/^(127\.0\.0\.1|localhost|::1|\/.*)$/.test(host))
    throw new Error(`No connection to ${host}: tests stay on loopback`)
  return connect.apply(this, parameters)
}
