/** Has the browser save the answered file as `name`. */
export async function saveFile(answered: Promise<Response>, name: string): Promise<void> {
  const address = URL.createObjectURL(await (await answered).blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the blob over once the click's task is done.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
