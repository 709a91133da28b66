import type { Client } from '../api/client.ts'

/** Fetches a file with the session's token and hands it to the browser to save as `name`. */
export async function saveFile(client: Client, path: string, name: string): Promise<void> {
  const answer = await client.send(path)
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the blob over once the click's task is done.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
