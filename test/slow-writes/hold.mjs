/** Loaded into every process of a run (`run.mjs`): holds some writes to TCP sockets for a while. The order within a socket stays. */
import { Socket } from 'node:net'

const share = Number(process.env.MINTDESK_SLOW_WRITES_SHARE)
const most = Number(process.env.MINTDESK_SLOW_WRITES_MS)

for (const name of ['_write', '_writev']) {
  const write = Socket.prototype[name]
  Socket.prototype[name] = function (...args) {
    const isTcp = this.connecting || this.remoteAddress !== undefined
    if (!isTcp || Math.random() >= share) return write.apply(this, args)
    const done = args.at(-1)
    setTimeout(() => {
      if (this.destroyed) done(new Error('the socket was destroyed while a write was held'))
      else write.apply(this, args)
    }, Math.random() * most)
  }
}
