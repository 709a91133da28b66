import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'

/** Drops files on a page, the Mint page if not said otherwise, as a person would from a folder of the desktop. @param on a text where they are dropped */
export async function dropFiles(page: Page, paths: readonly string[], on = 'Drop a spreadsheet'): Promise<void> {
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
  await page.getByText(on).dispatchEvent('drop', { dataTransfer: transfer })
}
