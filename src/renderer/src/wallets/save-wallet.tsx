import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { sayFailed } from '../ui/say-failed.ts'

/** The wallets that have names, for every part of the page. */
export function useSavedWallets() {
  const api = useApi()
  return useQuery({ queryKey: keys.savedWallets, queryFn: api.savedWallets })
}

/** Gives a wallet a name by which it is found again, or removes the name. */
export function SaveWallet({ locator }: { locator: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useSavedWallets()
  const [opened, { toggle, close }] = useDisclosure(false)
  const known = data?.find((one) => one.locator === locator)
  const [typed, setTyped] = useState<string | null>(null)
  const name = typed ?? known?.name ?? ''
  const save = useMutation({
    mutationFn: (as: string) => (as === '' ? api.forgetWallet(locator) : api.saveWallet(locator, as)),
    onSuccess: (all) => {
      replaceAnswer(queries, keys.savedWallets, all)
      setTyped(null)
      close()
    },
    onError: sayFailed('The wallet was not saved'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate(name.trim())
  }
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      width={300}
      withinPortal
      trapFocus
      position="bottom-end"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={known ? <IconBookmarkFilled size={16} /> : <IconBookmark size={16} />}
          onClick={toggle}
        >
          {known ? `Saved as ${known.name}` : 'Save'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label="Name of this wallet"
              placeholder="Museum, Ada’s ledger …"
              maxLength={80}
              data-autofocus
              value={name}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Group gap="xs" justify="flex-end">
              {known && (
                <Button variant="subtle" color="gray" onClick={() => save.mutate('')}>
                  Forget
                </Button>
              )}
              <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
                Save this name
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
