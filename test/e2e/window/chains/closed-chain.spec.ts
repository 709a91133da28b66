/** A file for a chain into which nothing can be minted yet: what a newcomer reads, and where it leads. */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { keepPictures } from '../../keep-picture.ts'
import { violations } from '../axe.ts'
import { startCore } from '../core.ts'
import { dropFiles } from '../drop.ts'

const sample = join(import.meta.dirname, '../../../../resources/samples/solana-badges.csv')

test('a file of addresses of a chain that is not ready yet says what is missing and how it is had, and is not called at home', async ({
  browser,
}, info) => {
  // Without the programs of Solana, which a person gets once.
  const core = await startCore(undefined, { MINTDESK_SOLANA_PROGRAMS: '' })
  const page = await browser.newPage()
  try {
    await core.enter(page)
    await page.getByText('Drop a spreadsheet').waitFor()
    await dropFiles(page, [sample])
    const where = page.getByRole('region', { name: 'Where', exact: true })
    await expect(where.getByText('none of them could be minted to')).toBeVisible()
    await expect(where.getByRole('link', { name: 'Get the programs in Settings' })).toBeVisible()
    await keepPictures(page, info, 'closed-chain')
    expect(await violations(page, 'closed chain')).toEqual([])
    await where.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Default Polygon collection on Polygon', { exact: true })).toBeVisible()
    await expect(page.getByText('as the addresses in the file')).toHaveCount(0)
  } finally {
    await page.close()
    await core.close()
  }
})
