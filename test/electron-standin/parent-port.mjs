/** Gives a forked Node program Electron's `process.parentPort`. Loaded before the program. */
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(data) {
    if (process.connected) process.send(data)
  }
}

process.parentPort = new ParentPort()
process.on('message', (data) => process.parentPort.emit('message', { data, ports: [] }))
// As Electron ends its utility processes when the main process has gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
