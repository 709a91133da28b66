import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCrash } from '../../src/main/crash/crash.ts'
import { crashPage } from '../../src/main/crash/crash-page.ts'
import { keepLastLines } from '../../src/main/crash/last-lines.ts'
import { redact } from '../../src/main/crash/redact.ts'
import { crashReport } from '../../src/main/crash/report.ts'

const home = '/home/ada'
const again = 'https://mintdesk.invalid/crash/again'

function setUp() {
  const did: string[] = []
  let now = 0
  const crash = createCrash({
    show: (html) => did.push(/<h1>(.*)<\/h1>/.exec(html)?.[1] ?? ''),
    report: (why) => `report: ${why}`,
    copy: (text) => did.push(`copy ${text}`),
    again: () => did.push('again'),
    quit: () => did.push('quit'),
    now: () => now,
  })
  const wait = (ms: number): void => {
    now += ms
  }
  return { crash, did, wait }
}

it('a page that dies is loaded again, and is given up when it dies three times within a minute', () => {
  const { crash, did, wait } = setUp()
  expect(crash.pageDied()).toBe(true)
  wait(50_000)
  expect(crash.pageDied()).toBe(true)
  wait(50_000)
  expect(crash.pageDied()).toBe(true)
  wait(5_000)
  expect(crash.pageDied()).toBe(false)
  expect(did).toEqual(['Mintdesk stopped'])
  // The crash page that dies itself is not shown over and over.
  expect(crash.pageDied()).toBe(false)
  expect(did).toHaveLength(1)
})

it('the buttons of the crash page do what they say, and no other page has them', () => {
  const { crash, did } = setUp()
  crash.leave(again)
  expect(did).toEqual([])
  expect(crash.reshow()).toBe(false)
  crash.coreDied('It stopped 5 times within a minute.')
  for (const name of ['again', 'copy', 'quit', 'else']) crash.leave(`https://mintdesk.invalid/crash/${name}`)
  crash.leave('https://elsewhere.example/again')
  expect(did).toEqual(['Mintdesk stopped', 'again', 'copy report: It stopped 5 times within a minute.', 'quit'])
  expect(crash.reshow()).toBe(true)
})

it('the page says that nothing is lost, has no script, and shows texts as texts', () => {
  const page = crashPage('It stopped.', '<script>alert(1)</script>')
  expect(page).toContain('Nothing is lost')
  expect(page).toContain('nothing is minted twice')
  expect(page).toContain("default-src 'none'; style-src 'sha256-")
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;')
})

it('the report has versions, system and the last lines, and none of what is secret', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const key = '4bf1a9d6c0e35f7788aa01bc23de45f60718293a4b5c6d7e8f90a1b2c3d4e5f6'
  const report = crashReport({
    why: 'The service stopped.',
    version: '1.2.3',
    versions: { electron: '45.4.1', chrome: '150', node: '22.23.2' },
    system: 'linux 6.1 x64',
    lines: [
      `{"level":50,"msg":"https://eth-mainnet.g.alchemy.com/v2/abcdEFGHkey did not answer"}`,
      `at ${home}/mintdesk/out/main/core.js:1:2`,
      `to ada@example.com with 0x${key}, Bearer abcdef, sk_live_3yZe7d, whsec_c2Vj, ${words}`,
      'https://user:pass@rpc.example:8545/x?apikey=1 0x00000000000000000000000000000000000000aa',
    ],
    home,
    now: 0,
  })
  for (const secret of [
    'abcdEFGHkey',
    home,
    'ada@example',
    key,
    'Bearer abcdef',
    '3yZe7d',
    'c2Vj',
    'sausage',
    'pass@',
    'apikey',
  ])
    expect(report).not.toContain(secret)
  for (const kept of ['Mintdesk 1.2.3', 'Electron 45.4.1', 'linux 6.1 x64', 'eth-mainnet.g.alchemy.com', 'core.js:1:2'])
    expect(report).toContain(kept)
  expect(report).toContain('https://rpc.example:8545/… 0x00000000000000000000000000000000000000aa')
  expect(crashReport({ ...{ why: '', version: '', versions: {}, system: '', lines: [], home, now: 0 } })).toContain(
    'empty',
  )
})

it('no key of 32 bytes comes through, in hex or base64, whatever stands around it', () => {
  const around = fc.stringMatching(/^[ ,:="'{}()[\]]{0,3}$/)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 64 }), around, around, (bytes, before, after) => {
      const key = Buffer.from(bytes)
      for (const text of [key.toString('hex'), `0x${key.toString('hex')}`, key.toString('base64')])
        expect(redact(`${before}${text}${after}`, home)).not.toContain(text.slice(2, 40))
    }),
    { numRuns: 200 },
  )
})

it('keeps the last lines of a log, and hands all of it on', async () => {
  const log = keepLastLines()
  const [from, to] = [new PassThrough(), new PassThrough()]
  log.follow(from, to)
  from.write('one\ntw')
  from.write(`o\n\n${Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')}\n`)
  await expect.poll(() => log.lines().length).toBe(30)
  expect(log.lines().at(-1)).toBe('line 39')
  expect(String(to.read())).toContain('one\ntwo\n')
})
