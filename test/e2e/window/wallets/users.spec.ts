import { expect, type Page, test } from '@playwright/test'
import { keepPicture } from '../../keep-picture.ts'
import { tooWide, violations } from '../axe.ts'
import { type RunningCore, startCore } from '../core.ts'

let core: RunningCore
test.beforeAll(async () => {
  core = await startCore()
})
test.afterAll(() => core.close())

const mint = (recipient: string, name: string) =>
  core.call('POST', '/api/2022-06-09/collections/default-polygon/nfts', {
    recipient,
    metadata: { name, image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
    reuploadLinkedFiles: false,
  })

const table = (page: Page) => page.getByRole('table', { name: 'Users of this project' })
const names = (page: Page) => table(page).getByRole('row').getByRole('link')

test('the users of the project are sorted, searched and counted, with the keyboard too', async ({ page }, info) => {
  for (let at = 0; at < 120; at++) {
    const userId = `member-${String(at).padStart(3, '0')}`
    const made = await core.call('POST', '/api/v1-alpha1/wallets', { userId, chain: 'polygon' })
    expect(made.status).toBe(201)
  }
  for (const name of ['One', 'Two']) expect((await mint('email:zoe@example.com:polygon', name)).status).toBe(200)
  expect((await mint('userId:member-119:polygon', 'Three')).status).toBe(200)
  const counts = async () => {
    const answer = await core.call('GET', '/app/wallets?sort=nfts&order=desc&limit=3')
    return (await answer.json()).wallets.map(({ nfts }: { nfts: number }) => nfts)
  }
  await expect.poll(counts, { timeout: 120_000 }).toEqual([2, 1, 0])

  await core.enter(page)
  await page.getByRole('link', { name: 'Wallets' }).click()
  await expect(page.getByText('100 wallets so far')).toBeVisible()
  await expect(names(page).first()).toHaveText('member-000')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('121 wallets', { exact: true })).toBeVisible()
  await expect(names(page).last()).toHaveText('zoe@example.com')

  const byNfts = table(page).getByRole('columnheader', { name: 'NFTs' })
  await byNfts.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(byNfts).toHaveAttribute('aria-sort', 'descending')
  await expect(names(page).first()).toHaveText('zoe@example.com')
  await expect(table(page).getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('2')
  await expect(table(page).getByRole('row').nth(2).getByRole('cell').nth(1)).toHaveText('1')
  await expect(byNfts.getByRole('button')).toBeFocused()
  await keepPicture(page, info, 'most')
  // One tip for the whole table, for the pointer and for the keyboard.
  const copy = table(page).getByRole('button', { name: 'Copy address' })
  await copy.nth(1).hover()
  await expect(page.getByText('Copy address', { exact: true })).toHaveCount(1)
  await page.mouse.move(0, 0)
  await expect(page.getByText('Copy address', { exact: true })).toHaveCount(0)
  await copy.first().focus()
  await expect(page.getByText('Copy address', { exact: true })).toHaveCount(1)
  await byNfts.getByRole('button').focus()
  await page.keyboard.press('Space')
  await expect(byNfts).toHaveAttribute('aria-sort', 'ascending')
  await expect(names(page).first()).toHaveText('member-118')

  const search = page.getByRole('textbox', { name: 'Search the users of this project' })
  await search.fill('ZOE')
  await expect(page.getByText('1 wallet', { exact: true })).toBeVisible()
  expect(await violations(page, 'users of the project')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await search.fill('member-11')
  await expect(page.getByText('10 wallets', { exact: true })).toBeVisible()
  await keepPicture(page, info, 'dark')
  expect(await violations(page, 'users of the project, dark', ['color-contrast'])).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await tooWide(page, 'users of the project')).toEqual([])
  await keepPicture(page, info, 'narrow')
  await search.fill('nobody')
  await expect(
    page.getByText('No e-mail address or user id of this project begins so.', { exact: false }),
  ).toBeVisible()
  await search.fill('zoe')
  await names(page).click()
  await expect(page).toHaveURL(/q=email%3Azoe%40example\.com%3Apolygon/)
})
