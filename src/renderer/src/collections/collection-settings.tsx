import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CollectionDetails, CollectionSummary } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { count, shortAddress } from '../ui/format.ts'
import { Waiting } from '../ui/waiting.tsx'
import classes from './collection-settings.module.css'
import { MetadataDialog } from './metadata-dialog.tsx'
import { SettingDialog, type SettingName } from './setting-dialog.tsx'

interface Setting {
  name: SettingName
  label: string
  value: string
  /** What the setting means, where that is not plain. */
  note?: string
  /** The setting was decided when the collection was made. */
  fixed?: boolean
}

/** The settings of a collection that can change on chain: the chain's values, and changes that are pending or have failed. */
export function CollectionSettings({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const [changing, setChanging] = useState<SettingName | null>(null)
  const settings = useQuery({
    queryKey: keys.collectionSettings(collection.id),
    queryFn: () => api.collectionSettings(collection.id),
  })
  if (settings.error && !settings.data)
    return (
      <Failure
        title="The settings could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    )
  if (!settings.data) return <Waiting what="settings" lines={1} height={160} />
  const details = settings.data
  const close = () => setChanging(null)
  return (
    <section className="panel" aria-label="Settings on chain">
      <Title order={2} p="md" pb={0}>
        Settings on chain
      </Title>
      <ul className={classes.list}>
        {settingsOf(details).map((setting) => (
          <li key={setting.name} className={classes.row}>
            <div>
              <Text size="xs" c="dimmed">
                {setting.label}
              </Text>
              <Text className="breakable">{setting.value}</Text>
              {setting.note !== undefined && (
                <Text size="xs" c="dimmed">
                  {setting.note}
                </Text>
              )}
              <LastChange details={details} name={setting.name} />
            </div>
            {setting.fixed !== true && (
              <Button
                size="xs"
                variant="default"
                disabled={collection.unavailable !== null}
                aria-label={`Change ${setting.label.toLowerCase()}`}
                onClick={() => setChanging(setting.name)}
              >
                Change
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SettingDialog
        collection={collection}
        details={details}
        setting={changing === 'metadata' ? null : changing}
        onClose={close}
      />
      <MetadataDialog collection={collection} details={details} opened={changing === 'metadata'} onClose={close} />
    </section>
  )
}

/** Says that the last change of a setting is pending, or why it failed. */
function LastChange({ details, name }: { details: CollectionDetails; name: SettingName }) {
  const last = details.changes.find(({ what }) => what === name)
  if (last?.status === 'pending')
    return (
      <Group gap={6} mt={4}>
        <Badge variant="light">On its way</Badge>
        <Text size="xs" c="dimmed">
          The change is not confirmed on chain yet.
        </Text>
      </Group>
    )
  if (last?.status !== 'failed') return null
  return (
    <Stack gap={2} mt={4} role="status">
      <Badge color="red" variant="light">
        Change failed
      </Badge>
      <Text size="xs" className="breakable">
        {last.error} It stands as before; change it again.
      </Text>
    </Stack>
  )
}

/** Lists the parts of the metadata that are set. */
function partsOf({ imageUrl, bannerUrl, description, link }: CollectionDetails['metadata']): string {
  const there = [
    imageUrl === '' ? [] : ['picture'],
    bannerUrl === '' ? [] : ['banner'],
    description === '' ? [] : ['description'],
    link === '' ? [] : ['link'],
  ].flat()
  const [first = 'none', ...rest] = there
  return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...rest].join(', ')
}

function settingsOf(details: CollectionDetails): Setting[] {
  const { supplyLimit, payments, royalties, baseUri, transferable, features, purchased } = details
  const bought = purchased > 0 ? `${count(purchased)} bought so far. ` : ''
  const unsaleable =
    payments !== null && baseUri === null ? 'Nobody can buy before there is an address of older metadata.' : ''
  const all: (Setting | null)[] = [
    {
      name: 'metadata',
      label: 'Picture and texts',
      value: partsOf(details.metadata),
      ...(features.includes('metadata')
        ? { note: 'What wallets and marketplaces show of the collection.' }
        : { fixed: true, note: 'Mintdesk cannot change them here: they stay as the collection was made.' }),
    },
    {
      name: 'supplyLimit',
      label: 'Supply limit',
      value: supplyLimit === null ? 'None' : count(supplyLimit),
      ...(features.includes('supply-limit') ? {} : { fixed: true, note: 'Fixed on chain when it was made.' }),
    },
    features.includes('payments')
      ? {
          name: 'payments',
          label: 'Sale to anybody',
          value:
            payments === null
              ? 'None'
              : `${payments.price} ${payments.currency} each, to ${shortAddress(payments.recipientAddress)}; ${payments.saleSupply === undefined ? 'without bound' : `${count(payments.saleSupply)} left`}`,
          ...(bought + unsaleable === '' ? {} : { note: `${bought}${unsaleable}` }),
        }
      : null,
    features.includes('royalties')
      ? {
          name: 'royalties',
          label: 'Royalty',
          value: royalties === null ? 'None' : `${royalties.basisPoints / 100} % to ${shortAddress(royalties.address)}`,
        }
      : null,
    features.includes('base-uri')
      ? { name: 'baseURI', label: 'Address of older metadata', value: baseUri ?? 'None' }
      : null,
    features.includes('transferable')
      ? { name: 'transferable', label: 'Transfers', value: transferable ? 'Allowed' : 'Not allowed' }
      : null,
  ]
  return all.filter((one) => one !== null)
}
