import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'

/** Drops files on the Mint page as a person would from a folder of the desktop. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), base64: (await readFile(path)).toString('base64') })),
  )
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      data.items.add(new File([bytes], name))
    }
    return data
  }, files)
  await page.getByText('Drop a spreadsheet').dispatchEvent('drop', { dataTransfer: transfer })
}
