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
  ]
  expect(openedPaths(args, '/home/ada')).toEqual(['/home/ada/Guests.XLSX', '/home/ada/a b.csv'])
})
