import { expect, test } from 'vitest'
import { checkRuntime } from '../../src/core/host/runtime.ts'

test.each(['22.19.0', '22.23.2', '24.0.0', '26.1.0'])('Node %s is taken', (node) => {
  expect(() => checkRuntime({ node })).not.toThrow()
})

test.each(['18.20.0', '20.19.5', '22.9.0', '22.18.0'])('Node %s is refused with the version to install', (node) => {
  expect(() => checkRuntime({ node })).toThrow(
    `Node.js ${node} is too old for Mintdesk: install Node.js 22.19 or newer.`,
  )
})

test('an Electron with an older Node is named', () => {
  expect(() => checkRuntime({ node: '20.1.0', electron: '30.0.0' })).toThrow(
    'Electron 30.0.0 (Node.js 20.1.0) is too old',
  )
})
