import { join, resolve, sep } from 'node:path'
import { expect, it } from 'vitest'
import { programCommand, readSettings } from '../../src/main/settings.ts'

const switches = (given: Record<string, string>) => ({
  hasSwitch: (name: string) => name in given,
  getSwitchValue: (name: string) => given[name] ?? '',
})

it('uses the usual data folder and port when nothing is named', () => {
  expect(readSettings(switches({}), {}, '/')).toEqual({ dataDir: undefined, port: undefined })
})

it('takes MINTDESK_HOME and MINTDESK_PORT, and switches before them', () => {
  const env = { MINTDESK_HOME: '/home', MINTDESK_PORT: '4000' }
  expect(readSettings(switches({}), env, '/')).toEqual({ dataDir: resolve('/home'), port: 4000 })
  expect(readSettings(switches({ data: '/data', port: '0' }), env, '/')).toEqual({ dataDir: resolve('/data'), port: 0 })
})

it('says what is wrong with a port that is none', () => {
  for (const port of ['x', '70000', '-1', '3000.5']) {
    expect(() => readSettings(switches({ port }), {}, '/'), port).toThrow(
      `The port "${port}" is not a number from 0 to 65535`,
    )
  }
})

it('refuses a switch without its value, instead of using the usual folder or port', () => {
  const env = { MINTDESK_HOME: '/home', MINTDESK_PORT: '4000' }
  expect(() => readSettings(switches({ data: '' }), env, '/')).toThrow('write --data=<folder>, with an equals sign')
  expect(() => readSettings(switches({ port: '' }), env, '/')).toThrow('write --port=<n>, with an equals sign')
})

it('is started again, at login too, on the folder and port that it was started with, from wherever that is', () => {
  const named = readSettings(switches({ data: 'shop', port: '4000' }), {}, join(sep, 'home', 'ada'))
  const dataDir = join(sep, 'home', 'ada', 'shop')
  expect(named.dataDir).toBe(resolve(dataDir))
  expect(programCommand('/opt/mintdesk', undefined, named)).toEqual([
    '/opt/mintdesk',
    `--data=${resolve(dataDir)}`,
    '--port=4000',
  ])
  expect(readSettings(switches({}), { MINTDESK_HOME: 'own' }, dataDir).dataDir).toBe(resolve(dataDir, 'own'))
  expect(programCommand('/electron', '/clone', readSettings(switches({}), {}, '/'))).toEqual(['/electron', '/clone'])
})
