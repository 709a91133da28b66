/** `utilityProcess`: a forked Node program with Electron's `process.parentPort`. */
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { app } from './app.mjs'

export const utilityProcess = {
  fork(file, args = [], { env = process.env, stdio = 'inherit' } = {}) {
    const execArgv = ['--import', join(import.meta.dirname, 'parent-port.mjs')]
    const streams = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
    const child = fork(file, args, { env, execArgv, serialization: 'advanced', stdio: [...streams, 'ipc'] })
    const shown = Object.assign(new EventEmitter(), {
      postMessage: (data) => {
        if (child.connected) child.send(data)
      },
      kill: () => child.kill(),
      stderr: child.stderr,
    })
    Object.defineProperty(shown, 'pid', { get: () => child.pid })
    app.children.add(child)
    child.on('spawn', () => shown.emit('spawn'))
    child.on('message', (data) => shown.emit('message', data))
    child.on('exit', (code) => {
      app.children.delete(child)
      shown.emit('exit', code ?? 1)
    })
    return shown
  },
}
