import { expect, it } from 'vitest'
import { readSettings } from '../../src/main/settings.ts'

const switches = (given: Record<string, string>) => (name: string) => given[name] ?? ''

it('uses the usual data folder and port when nothing is named', () => {
  expect(readSettings(switches({}), {})).toEqual({ dataDir: undefined, port: undefined })
})

it('takes MINTDESK_HOME and MINTDESK_PORT, and switches before them', () => {
  const env = { MINTDESK_HOME: '/home', MINTDESK_PORT: '4000' }
  expect(readSettings(switches({}), env)).toEqual({ dataDir: '/home', port: 4000 })
  expect(readSettings(switches({ data: '/data', port: '0' }), env)).toEqual({ dataDir: '/data', port: 0 })
})

it('says what is wrong with a port that is none', () => {
  for (const port of ['x', '70000', '-1', '3000.5']) {
    expect(() => readSettings(switches({ port }), {}), port).toThrow(
      `The port "${port}" is not a number from 0 to 65535`,
    )
  }
})
