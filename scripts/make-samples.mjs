/** Writes `resources/samples/`: `node scripts/make-samples.mjs`. The result is always the same; nobody has the keys of these addresses. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

const dir = join(import.meta.dirname, '../resources/samples')

const digest = (text) => createHash('sha256').update(`mintdesk sample ${text}`).digest('hex')

/** An EVM address with its EIP-55 checksum, from the hash of a text, so that nobody knows its key. */
function address(text) {
  const digits = digest(text).slice(0, 40)
  const hash = keccak_256(new TextEncoder().encode(digits))
  return `0x${[...digits].map((digit, at) => ((hash[at >> 1] >> (at % 2 === 0 ? 4 : 0)) & 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** A Solana address: a point of the curve from the hash of a text, so that nobody knows its key. */
function solanaAddress(text) {
  for (let at = 0; ; at++) {
    const bytes = Buffer.from(digest(`${text} ${at}`), 'hex')
    try {
      ed25519.Point.fromBytes(bytes)
      return base58.encode(bytes)
    } catch {
      // About every second hash is no point of the curve.
    }
  }
}

/** An Aptos address from the hash of a text, in its long form. */
const aptosAddress = (text) => `0x${digest(text)}`

/** A picture as a `data:` URI, so that samples need no network. */
function dataUri(svg) {
  return `data:image/svg+xml,${svg.replace(/[<>#%"\s]/g, (char) => encodeURIComponent(char))}`
}

/** Colours of the ground and of the lines. */
const palettes = [
  ['#14305c', '#8fc1ff'],
  ['#3a1c63', '#cdb0ff'],
  ['#611537', '#ffafce'],
  ['#5c2a0c', '#ffc391'],
  ['#0e4030', '#86e0b4'],
  ['#0b4152', '#84dbf0'],
]
const rings = {
  Guest: '',
  Speaker: "<circle cx='48' cy='48' r='43'/>",
  Team: "<circle cx='48' cy='48' r='43'/><circle cx='48' cy='48' r='46'/>",
}

/** A badge: a star polygon of fine lines around the badge's number, in twelve forms; rings show the tier. */
function picture(at, tier) {
  const [ground, lines] = palettes[at % palettes.length]
  // The number of corners is prime, so that every step makes one closed line.
  const corners = [11, 13, 17, 19][at % 4]
  const step = (corners - 3) / 2 - (at % 3)
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * step * index) / corners
    return `${(48 + 40 * Math.sin(angle)).toFixed()} ${(48 - 40 * Math.cos(angle)).toFixed()}`
  })
  return dataUri(
    [
      `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'><path fill='${ground}' d='M0 0h96v96H0z'/>`,
      `<g fill='none' stroke='${lines}' stroke-width='.7'><path d='M${points.join('L')}z'/>${rings[tier]}</g>`,
      `<circle cx='48' cy='48' r='17' fill='${ground}'/><text x='48' y='54' fill='#fff' text-anchor='middle' `,
      `font-family='sans-serif' font-size='16'>${String(at).padStart(3, '0')}</text></svg>`,
    ].join(''),
  )
}

const days = ['Friday', 'Saturday', 'Sunday']
const tierOf = (at) => (at % 50 === 0 ? 'Team' : at % 12 === 0 ? 'Speaker' : 'Guest')

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
function write(name, rows) {
  writeFileSync(join(dir, name), `${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`)
}

function badge(at) {
  const tier = tierOf(at)
  return [`Badge ${String(at).padStart(3, '0')}`, picture(at, tier), tier]
}

mkdirSync(dir, { recursive: true })

const header = [
  'recipient',
  'name',
  'description',
  'image',
  'attributes.Tier',
  'attributes.Day',
  'attributes.Seat:number',
]
const thanks = 'Thank you for being at the Open Workshop.'
write('event-badges.csv', [
  header,
  ...Array.from({ length: 500 }, (_, index) => {
    const at = index + 1
    const [name, image, tier] = badge(at)
    return [address(`guest ${at}`), name, thanks, image, tier, days[at % 3], String(at)]
  }),
])

const names = ['ada', 'grace', 'alan', 'edsger', 'barbara', 'donald', 'radia', 'ken', 'frances', 'tim']
write('mixed-recipients.csv', [
  header,
  ...Array.from({ length: 60 }, (_, index) => {
    const at = index + 1
    const [name, image, tier] = badge(at)
    const recipient = [
      address(`mixed ${at}`),
      `polygon:${address(`mixed ${at}`)}`,
      `${names[at % names.length]}${at}@example.com`,
      `email:${names[at % names.length]}${at}@example.org:polygon`,
      `userId:member-${1000 + at}:polygon`,
    ][at % 5]
    return [recipient, name, thanks, image, tier, days[at % 3], String(at)]
  }),
])

write('solana-badges.csv', [
  [...header, 'compressed'],
  ...Array.from({ length: 60 }, (_, index) => {
    const at = index + 1
    const [name, image, tier] = badge(at)
    const recipient = [
      solanaAddress(`guest ${at}`),
      `solana:${solanaAddress(`guest ${at}`)}`,
      `${names[at % names.length]}${at}@example.com`,
      solanaAddress(`guest ${at}`),
      `userId:member-${1000 + at}:solana`,
    ][at % 5]
    return [recipient, name, thanks, image, tier, days[at % 3], String(at), tier === 'Guest' ? '' : 'false']
  }),
])

write('aptos-badges.csv', [
  header,
  ...Array.from({ length: 60 }, (_, index) => {
    const at = index + 1
    const [name, image, tier] = badge(at)
    const recipient = [
      aptosAddress(`guest ${at}`),
      `aptos:${aptosAddress(`guest ${at}`)}`,
      `${names[at % names.length]}${at}@example.com`,
      aptosAddress(`guest ${at}`),
      `userId:member-${1000 + at}:aptos`,
    ][at % 5]
    return [recipient, name, thanks, image, tier, days[at % 3], String(at)]
  }),
])

const image = picture(6, 'Guest')
const good = (text) => address(`mistake ${text}`)
const wrongChecksum = good('checksum').replace(/[a-f]/, (letter) => letter.toUpperCase())
write('with-mistakes.csv', [
  ['recipient', 'email', 'name', 'image', 'attributes', 'attributes.Seat:number', 'quantity', 'id'],
  [good('a'), '', 'All is well', image, '[{"trait_type":"Colour","value":"Blue"}]', '1', '1', 'row-2'],
  ['', '', 'No recipient', image, '', '3', '1', 'row-3'],
  [good('b'), 'ada@example.com', 'Two recipients', image, '', '4', '1', 'row-4'],
  ['0x1234', '', 'Half an address', image, '', '5', '1', 'row-5'],
  [wrongChecksum, '', 'A mistyped address', image, '', '6', '1', 'row-6'],
  [`solana:${'9'.repeat(43)}`, '', 'Another chain', image, '', '7', '1', 'row-7'],
  [`0x${'0'.repeat(40)}`, '', 'The zero address', image, '', '8', '1', 'row-8'],
  [`0x${'0'.repeat(36)}dEaD`, '', 'A burn address', image, '', '9', '1', 'row-9'],
  ['', 'grace(at)example.com', 'Not an e-mail address', image, '', '10', '1', 'row-10'],
  [good('c'), '', '', image, '', '11', '1', 'row-11'],
  [good('d'), '', 'No image', '', '', '12', '1', 'row-12'],
  [good('e'), '', 'Image that is no URL', 'badge.png', '', '13', '1', 'row-13'],
  [good('f'), '', 'Attributes that are not JSON', image, '{colour: blue}', '14', '1', 'row-14'],
  [good('g'), '', 'A seat that is no number', image, '', 'fifteen', '1', 'row-15'],
  [good('h'), '', 'Half a badge', image, '', '16', '0.5', 'row-16'],
  [good('i'), '', 'The same id as row 2', image, '', '17', '1', 'row-2'],
  [good('j'), '', 'One cell too many', image, '', '18', '1', 'row-18', 'too many'],
  [good('k'), '', 'Twice the same', image, '', '19', '1', ''],
  [good('k'), '', 'Twice the same', image, '', '19', '1', ''],
  [good('l'), '', 'All is well, too', image, '{"Colour":"Green"}', '21', '2', 'row-21'],
])

write('template.csv', [
  ['recipient', 'name', 'description', 'image', 'animation_url', 'external_url', 'attributes.Tier', 'quantity', 'id'],
  ['name@example.com', 'My first NFT', 'What it is', image, '', 'https://example.com', 'Guest', '1', 'first'],
])
