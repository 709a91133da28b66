/** A spreadsheet for Solana in which every row but the last is wrong, and what is said of it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programPins } from '../../src/core/practice/solana/programs.ts'

/** A wallet's address: a point of the curve of which nobody has the key. */
const onSolana = '66wxK3b1rtiukDg5g6qtqCnZH4E3GbxLRToQHwA8iiGN'
const onEvm = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const image = 'ipfs://bafkqaaa'

const rows: readonly { cells: readonly string[]; column: string; code: string; says: string }[] = [
  ...[
    { is: onEvm, code: 'recipient.format', says: 'is an EVM address, not a Solana one' },
    { is: onSolana.slice(0, 40), code: 'recipient.format', says: 'that stand for 32 bytes' },
    { is: `${onSolana}22`, code: 'recipient.format', says: 'that stand for 32 bytes' },
    { is: '1'.repeat(32), code: 'recipient.burn', says: 'is the system program' },
    { is: token, code: 'recipient.burn', says: 'is the token program' },
    { is: `polygon:${onEvm}`, code: 'recipient.chain', says: 'but the collection is on solana' },
  ].map(({ is, code, says }) => ({ cells: [is, 'A badge', image, '', ''], column: 'recipient', code, says })),
  // 17 characters, 34 bytes; and 99 characters that are 201 bytes.
  ...[
    {
      cells: [onSolana, 'é'.repeat(17), image, '', ''],
      column: 'name',
      says: 'has 34 bytes, and Solana takes at most 32',
    },
    {
      cells: [onSolana, '', '', `https://x.io/${'日'.repeat(62)}ab`, ''],
      column: 'metadata_uri',
      says: 'has 201 bytes, and Solana takes at most 200',
    },
  ].map((one) => ({ ...one, code: 'metadata.length' })),
  {
    cells: [onSolana, 'A badge', image, '', 'perhaps'],
    column: 'compressed',
    code: 'compressed.value',
    says: 'write true or false',
  },
]

/** The rows as a spreadsheet program counts them, with the column and what is said. */
export const wrongOnSolana = rows.map(({ column, code, says }, at) => ({ row: at + 2, column, code, says }))

/** One that is minted, with a warning: an address that is no point of the curve. */
export const warnedOnSolana = { row: rows.length + 2, column: 'recipient', code: 'recipient.offCurve' }

export const solanaSheet = [
  ['recipient', 'name', 'image', 'metadata_uri', 'compressed'],
  ...rows.map(({ cells }) => cells),
  ['6RGF4uefU8ecQHjikiznHqRaPKar7gJkRXbwbg98r7oX', `32 bytes: ${'é'.repeat(11)}`, image, '', 'false'],
]
  .map((cells) => `${cells.join(',')}\n`)
  .join('')

/** A folder with what has the names of the programs: enough for files to be checked, and for nothing else. */
export async function programNames(folder: string): Promise<string> {
  const dir = join(folder, 'names')
  await mkdir(dir, { recursive: true })
  for (const { name } of programPins) await writeFile(join(dir, `${name}.so`), '')
  return dir
}
