import { expect, it } from 'vitest'
import { requireNoSecret } from '../../../src/cli/mcp/secrets.ts'
import { newApiKey } from '../../../src/core/api/http/api-keys.ts'
import { type BookParts, text, textRows, xlsxOf } from '../../shared/spreadsheet/workbook/parts.ts'
import { zipOf } from '../../shared/zip-of.ts'
import { sheet } from '../run-cli.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const pem = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n'
const readAs = (encoding: BufferEncoding, text: string) => requireNoSecret('a.txt', Buffer.from(text, encoding))

it.each([
  ['a key of a practice project', newApiKey('practice')],
  ['a key of a live project in a table', `recipient,name,key\nada,A,${newApiKey('live')}\n`],
  ['the secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n'],
  ['a private key', pem],
  ['the words of a seed', `${words}\n`],
  ['a seed in a cell of a table', `recipient,name,note\nada,A,"${words}",x\nbob,B,,\n`],
  ['the words of a seed, one a line', `My wallet\r\n${words.replaceAll(' ', '\r\n')}\r\n`],
])('%s is not read, whatever the encoding', async (_what, text) => {
  for (const encoding of ['utf8', 'utf16le'] as const)
    await expect(readAs(encoding, text)).rejects.toThrow(expect.objectContaining({ code: 'mcp.secret' }))
})

it('a table of NFTs is read: words of the list that stand in cells, hashes and addresses are no secrets', async () => {
  const cells = words.replaceAll(' ', ',')
  for (const text of [
    sheet('Badge', 3),
    `recipient,name,tx_id\n0x${'ab'.repeat(20)},A,0x${'cd'.repeat(32)}\n`,
    `recipient,${cells}\nada,${cells}\n`,
    `recipient,description\nada,The winner of the year had a useful wave and thanks to all.\n`,
  ])
    await readAs('utf8', text)
})

const workbook = async (book: BookParts) =>
  requireNoSecret('a.xlsx', Buffer.from(await (await xlsxOf(book)).arrayBuffer()))
const guests = { name: 'Guests', rows: textRows(['recipient', 'name'], ['ada', 'A']) }
/** More than is unpacked at a time. */
const long = Array.from(
  { length: 20_000 },
  (_, n) => `<row r="${n + 3}">${text(`A${n + 3}`, `guest ${n}`)}</row>`,
).join('')

it.each<[string, BookParts]>([
  ['a cell', { sheets: [{ ...guests, rows: `${guests.rows}${long}<row r="30000">${text('A30000', words)}</row>` }] }],
  ['a text that cells share', { sheets: [guests], strings: [`<si><t>${newApiKey('live')}</t></si>`] }],
  [
    'rich text',
    {
      sheets: [guests],
      strings: [`<si><r><t>${words.slice(0, 30)}</t></r><r><rPr><b/></rPr><t>${words.slice(30)}</t></r></si>`],
    },
  ],
  ['a hidden sheet', { sheets: [guests, { name: 'Keys', state: 'hidden', rows: textRows([pem]) }] }],
  [
    'a comment',
    { sheets: [guests], parts: { 'xl/comments1.xml': `<comments><comment><t>${words}</t></comment></comments>` } },
  ],
])('nor is a workbook with one in %s', async (_where, book) => {
  await expect(workbook(book)).rejects.toThrow(expect.objectContaining({ code: 'mcp.secret' }))
})

it('nor is a workbook with one behind a part that is damaged', async () => {
  // In two pieces of one text: who reads the file as it is on the disk sees no seed.
  const note = `<note><t>${words.slice(0, 30)}</t><t>${words.slice(30)}</t></note>`
  const book = Buffer.from(await (await zipOf({ 'xl/a.xml': '<a>whole</a>', 'xl/z.xml': note })).arrayBuffer())
  book.write('WHOLE', book.indexOf('whole'))
  await expect(requireNoSecret('a.xlsx', book)).rejects.toThrow(expect.objectContaining({ code: 'mcp.secret' }))
})

it('a workbook of NFTs is read, words of the list in cells of their own among them; so is one that is damaged, by who checks it', async () => {
  const list = words.split(' ')
  await workbook({ sheets: [{ name: 'Guests', rows: textRows(['recipient', ...list], ['ada', ...list]) + long }] })
  await workbook({ sheets: [guests], strings: list.map((word) => `<si><t>${word}</t></si>`) })
  await requireNoSecret('a.xlsx', Buffer.from('PK\x03\x04 and nothing else'))
})
