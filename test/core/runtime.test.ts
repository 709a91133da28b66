import { expect, test } from 'vitest'
import { checkRuntime } from '../../src/core/host/runtime.ts'

test('a Node with Node-API 10 or newer is taken', () => {
  expect(() => checkRuntime({ napi: '10', node: '22.14.0' })).not.toThrow()
  expect(() => checkRuntime({ napi: '11', node: '26.0.0' })).not.toThrow()
})

test('an older one is refused with the version to install', () => {
  expect(() => checkRuntime({ napi: '9', node: '20.11.1' })).toThrow(
    'Node.js 20.11.1 is too old for Mintdesk: it offers Node-API 9, and 10 is needed. Install Node.js 22.14 or newer.',
  )
  expect(() => checkRuntime({ napi: '9', node: '20.1.0', electron: '30.0.0' })).toThrow('Electron 30.0.0 is too old')
})
