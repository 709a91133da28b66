import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAskedToOpen } from '../../src/main/asked-to-open.ts'
import { pages } from '../../src/renderer/src/frame/pages.ts'
import { sectionsOf } from '../../src/renderer/src/settings/places.ts'
import { linkedPage, linkedPages } from '../../src/shared/linked-pages.ts'

it('a link opens a page of the window, in each way that systems write it', () => {
  for (const link of ['mintdesk://runs', 'mintdesk:runs', 'mintdesk:///runs/', 'MINTDESK://runs'])
    expect(linkedPage(link)).toBe('/runs')
  expect(linkedPage('mintdesk://settings/about')).toBe('/settings/about')
  expect(linkedPage('mintdesk://wallets/hand-over')).toBe('/wallets/hand-over')
})

it('every page of the rail and every section of the settings can be linked', () => {
  const all = [...pages, ...sectionsOf('live'), ...sectionsOf('practice')].map(({ path }) => path.slice(1))
  expect(all.filter((path) => !linkedPages.some((page) => page === path))).toEqual([])
})

it.each([
  'mintdesk://mint?file=/etc/passwd',
  'mintdesk://mint#x',
  'mintdesk://ada:secret@mint',
  'mintdesk://mint:80',
  'mintdesk://runs/0b1f',
  'mintdesk://runs/../settings/../../x',
  'mintdesk://app/projects',
  'mintdesk:javascript:alert(1)',
  'mintdesk://',
  'https://mint',
  'javascript:alert(1)',
  'mint',
  '',
])('%j opens nothing', (link) => expect(linkedPage(link)).toBeUndefined())

it('whatever a link says, it opens one of the known pages or nothing', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string().map((text) => `mintdesk:${text}`),
    fc.webUrl(),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const page = linkedPage(text)
      expect(page === undefined || linkedPages.some((known) => `/${known}` === page)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const offer = async (path: string) => `id of ${path}`

it('files and a page are kept until the window takes them; a link that is ignored is noted and changes nothing', async () => {
  const notes: string[] = []
  let told = 0
  const asked = createAskedToOpen(
    () => told++,
    (note) => notes.push(note),
  )
  asked.start(['--data=/x', 'list.csv', 'readme.md'], '/home/ada')
  asked.link('mintdesk://runs')
  asked.file('/tmp/other.xlsx')
  expect(told).toBe(3)
  expect(await asked.takeFiles(offer)).toEqual(['id of /home/ada/list.csv', 'id of /tmp/other.xlsx'])
  expect(asked.takePage()).toBe('/runs')
  expect([await asked.takeFiles(offer), asked.takePage()]).toEqual([[], null])

  asked.link('mintdesk://evil')
  asked.start(['mintdesk://mint?x=1'], '/')
  asked.start(['mintdesk:../home/ada/Downloads/evil.csv'], '/home')
  expect(told).toBe(3)
  expect([await asked.takeFiles(offer), asked.takePage()]).toEqual([[], null])
  expect(notes).toHaveLength(3)
  expect(notes[0]).toContain('"mintdesk://evil"')
  // A second start without anything brings the window to the front.
  asked.start([], '/')
  expect(told).toBe(4)
})

it('files are kept while no core takes them, and told of again when one is back', async () => {
  let told = 0
  const asked = createAskedToOpen(
    () => told++,
    () => undefined,
  )
  const down = async (path: string) => {
    // Another one is opened while this one is offered.
    if (path === '/a.csv') asked.file('/c.csv')
    throw new Error('The core is not running.')
  }
  asked.file('/a.csv')
  asked.file('/b.csv')
  expect(await asked.takeFiles((path) => (path === '/b.csv' ? offer(path) : down(path)))).toEqual(['id of /b.csv'])
  expect(told).toBe(3)
  asked.again()
  expect(told).toBe(4)
  expect(await asked.takeFiles(offer)).toEqual(['id of /a.csv', 'id of /c.csv'])
  asked.again()
  expect(told).toBe(4)
})
