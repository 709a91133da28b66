/** NFTs are seen: in runs, in collections and in wallets, each by what its media are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { addressOf } from '../../cli/run-cli.ts'
import { keepPictures } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'
import { packedTriangles, textTriangle } from './model.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let folder: string
let page: Page
const asked: string[] = []
const holder = addressOf('collector')

/** A picture with a face of its own. */
function art(place: number): Promise<Buffer> {
  const hue = (place * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="hsl(${hue} 55% 40%)"/>
    <circle cx="100" cy="90" r="${30 + (place % 5) * 9}" fill="hsl(${(hue + 140) % 360} 70% 70%)"/><path d="M20 180 Q100 ${90 + (place % 7) * 8} 180 180z" fill="hsl(${(hue + 200) % 360} 60% 25%)"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Half a second of a tone. */
function wav(): Buffer {
  const samples = 4_000
  const bytes = Buffer.alloc(44 + samples, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8_000, 24)
  bytes.writeUInt32LE(8_000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++) bytes[44 + at] = 128 + Math.round(60 * Math.sin(at / 3))
  return bytes
}

const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\0\0isommp42', 'latin1'),
  Buffer.alloc(64),
])
const glb = Buffer.concat([Buffer.from('glTF'), Buffer.from([2, 0, 0, 0]), Buffer.alloc(64)])

async function expectDrawn(image: Locator): Promise<void> {
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)
}

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-art-'))
  core = await startCore()
  page = await browser.newPage()
  page.on('request', (request) => asked.push(request.url()))
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a run shows the pictures of what it minted, newest first; what has none has a placeholder with the reason', async ({
  browserName: _,
}, info) => {
  const whole = await art(0)
  const files: Record<string, Buffer> = {
    'song.wav': wav(),
    'clip.mp4': mp4,
    'statue.glb': glb,
    'plain.gltf': textTriangle(),
    'packed.glb': packedTriangles(),
    'page.html': Buffer.from('<!doctype html><script>parent.hacked = true</script>'),
    'half.png': whole.subarray(0, whole.length / 2),
  }
  for (let place = 0; place < 24; place++) files[`art-${place}.png`] = await art(place)
  const special = ['song.wav', 'clip.mp4', 'statue.glb', 'page.html', 'plain.gltf', '', 'packed.glb']
  const rows = Array.from({ length: 60 }, (_, place) => {
    const image = place === 5 ? 'half.png' : `art-${place % 24}.png`
    return `${holder},Dream ${place + 1},${image},${special[place] ?? ''},${place % 2 ? 'Night' : 'Day'}`
  })
  files['dreams.csv'] = Buffer.from(['recipient,name,image,animation_url,attributes.Time', ...rows, ''].join('\n'))
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  await core.enter(page)
  await dropFiles(
    page,
    Object.keys(files).map((name) => join(folder, name)),
  )
  await page.getByRole('button', { name: /^Mint 60 NFTs/ }).click({ timeout: 60_000 })
  await page.waitForURL('**/runs/*')
  const main = page.getByRole('main')
  await expect(main.getByText('of 60 NFTs: all minted')).toBeVisible({ timeout: 120_000 })
  const wall = main.getByRole('region', { name: 'Pictures of what was minted, newest first' })
  await expectDrawn(wall.getByRole('img', { name: 'Dream 60', exact: true }))
  await expectDrawn(wall.getByRole('img', { name: 'Dream 59', exact: true }))
  await wall.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(wall.getByRole('img', { name: /^Dream 6\. This picture cannot be drawn/ })).toBeVisible()
  await expectDrawn(wall.getByRole('img', { name: 'Dream 1', exact: true }))
  await keepPictures(page, info, 'run')
  await expect(main.getByRole('button', { name: 'Save results' })).toBeVisible()

  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await expect(main.getByRole('row').filter({ hasText: 'dreams.csv' }).locator('img')).toHaveCount(4)
  await expectDrawn(main.getByRole('row').filter({ hasText: 'dreams.csv' }).locator('img').first())
  await keepPictures(page, info, 'runs')
})

test('a collection without a picture has a mosaic of its NFTs, which are found by name, token id and trait', async ({
  browserName: _,
}, info) => {
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  const main = page.getByRole('main')
  const card = main.getByRole('article').filter({ hasText: 'Default Polygon collection' })
  await expect(card.getByRole('img', { name: 'Default Polygon collection' }).locator('img')).toHaveCount(4)
  await expectDrawn(card.locator('img').last())
  await keepPictures(page, info, 'collections')
  await card.getByRole('button').click()
  const nfts = main.getByRole('region', { name: 'NFTs of the collection' })
  await expectDrawn(nfts.getByRole('img', { name: 'Dream 1', exact: true }))
  await keepPictures(page, info, 'collection')
  const search = main.getByRole('textbox', { name: 'Search the NFTs' })
  for (const [text, found] of [
    ['night', '30 NFTs'],
    ['dream 17', '1 NFT'],
    ['#17', '1 NFT'],
    [holder.slice(0, 12), '60 NFTs'],
  ] as const) {
    await search.fill(text)
    await expect(main.getByRole('status').filter({ hasText: found })).toBeVisible()
  }
  await search.fill('nobody')
  await expect(main.getByText('No NFT has this name')).toBeVisible()
  await search.fill('')

  await main.getByText('Table', { exact: true }).click()
  const rows = main.getByRole('grid', { name: 'NFTs of the collection' })
  await expect(rows).toHaveAttribute('aria-rowcount', '61')
  await keepPictures(page, info, 'collection-table')
  await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await rows.getByRole('button', { name: 'Dream 60', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Dream 60')
  await page.keyboard.press('Escape')
  await search.fill('dream 17')
  await expect(rows).toHaveAttribute('aria-rowcount', '2')
  await expect(rows.getByRole('row').last()).toContainText('Dream 17')
  await search.fill('')
  await main.getByText('Pictures', { exact: true }).click()
})

test('an NFT shows its media by what they are: sound and video are played, models and pages are not run', async ({
  browserName: _,
}, info) => {
  const main = page.getByRole('main')
  const nfts = main.getByRole('region', { name: 'NFTs of the collection' })
  const open = async (name: string): Promise<Locator> => {
    await nfts.getByRole('button', { name, exact: true }).click()
    return page.getByRole('dialog')
  }
  const song = await open('Dream 1')
  const audio = song.locator('audio')
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBeCloseTo(0.5, 1)
  await keepPictures(page, info, 'nft')
  await page.keyboard.press('Escape')
  await expect((await open('Dream 2')).locator('video')).toBeVisible()
  await page.keyboard.press('Escape')
  const statue = await open('Dream 3')
  await expect(statue.getByText('A model in three dimensions belongs to it, which cannot be shown here')).toBeVisible()
  await expect(statue.getByRole('link', { name: 'Save the model' })).toHaveAttribute('download')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A picture that cannot be read leaves the model without it, which is said there alone.
  const lost: string[] = []
  page.on('console', (message) => {
    if (/couldn.t load texture/i.test(message.text())) lost.push(message.text())
  })
  for (const name of ['Dream 5', 'Dream 7']) {
    await page.keyboard.press('Escape')
    const frame = (await open(name)).locator(`iframe[title="Model of ${name}"]`)
    // Drawn by the processor here, which takes minutes where it has ten times as much to do.
    await expect(frame).toHaveAttribute('data-shown', 'true', { timeout: 240_000 })
    const inner = frame.contentFrame()
    expect(await inner.locator('body').evaluate(() => window.origin)).toBe('null')
    expect(await inner.locator('body').evaluate(() => fetch('/health').then(String, () => 'refused'))).toBe('refused')
  }
  expect(lost).toEqual([])
  await keepPictures(page, info, 'model')
  await page.keyboard.press('Escape')
  await expect((await open('Dream 4')).getByText('Mintdesk never runs such pages')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(core.url))).toEqual([])
})

test('the search for wallets says what it understood before it looks, and takes no name for a user id', async ({
  browserName: _,
}, info) => {
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  const main = page.getByRole('main')
  const search = main.getByRole('textbox', { name: /^Address, / })
  for (const [text, understood] of [
    ['ada@example.com', 'An e-mail address'],
    [holder, 'An address of EVM chains'],
    ['member-17', 'No address. Look for a user id of this name?'],
    ['nick.eth', 'A name of ENS'],
  ] as const) {
    await search.fill(text)
    await expect(main.getByText(understood)).toBeVisible()
  }
  await search.press('Enter')
  await expect(main.getByText('names are looked up on live projects only')).toBeVisible()
  await keepPictures(page, info, 'wallet-name')
  await search.fill(holder)
  await search.press('Enter')
  await expectDrawn(main.getByRole('img', { name: 'Dream 1', exact: true }))
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name of this wallet' }).fill('Museum')
  await page.getByRole('button', { name: 'Save this name' }).click()
  await expect(main.getByRole('button', { name: 'Saved as Museum' })).toBeVisible()
  await keepPictures(page, info, 'wallet')
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await expect(main.getByRole('region', { name: 'Saved wallets' }).getByRole('link', { name: 'Museum' })).toBeVisible()
  await keepPictures(page, info, 'wallets-saved')
})
