import { expect, it } from 'vitest'
import { openedPaths } from '../../src/main/opened-paths.ts'

it('takes the spreadsheets among the words of a command, and nothing else', () => {
  const args = [
    '/app',
    '--data=/tmp/x.csv',
    '--no-sandbox',
    'Guests.XLSX',
    '/home/ada/a b.csv',
    'notes.txt',
    'mintdesk:runs',
    'q3:guests.csv',
  ]
  expect(openedPaths(args, '/home/ada')).toEqual([
    '/home/ada/Guests.XLSX',
    '/home/ada/a b.csv',
    '/home/ada/q3:guests.csv',
  ])
})

it('a link opens no file, whatever it ends with: it may come from any page of the web', () => {
  const links = [
    'mintdesk://list.csv',
    'mintdesk:../../home/ada/Downloads/evil.csv',
    'MINTDESK:/../../etc/x.ods',
    'https://evil.example/x.csv',
  ]
  expect(openedPaths(links, '/home/ada')).toEqual([])
})

it.skipIf(process.platform === 'win32')('takes files that a desktop names by their URLs', () => {
  expect(openedPaths(['file:///home/ada/G%C3%A4ste%202.csv', 'FILE:/tmp/a.ods'], '/x')).toEqual([
    '/home/ada/Gäste 2.csv',
    '/tmp/a.ods',
  ])
  // Nothing that is not of this computer, no other kinds, and none that hides a separator.
  const others = ['file://server/share/x.csv', 'file:///tmp/x.txt', 'file:///tmp/a%2Fb.csv', 'file:///tmp/%zz.csv']
  expect(openedPaths(others, '/x')).toEqual([])
})
