import { surface } from '../../kernel/operation.ts'
import create from './create.ts'
import get from './get.ts'
import getDelivery from './get-delivery.ts'
import list from './list.ts'
import listDeadLetters from './list-dead-letters.ts'
import listDeliveries from './list-deliveries.ts'
import listEvents from './list-events.ts'
import remove from './remove.ts'
import replay from './replay.ts'
import replayDeadLetter from './replay-dead-letter.ts'
import rotateSecret from './rotate-secret.ts'
import sendTest from './send-test.ts'
import update from './update.ts'

export default surface({
  name: 'webhooks',
  description: 'Endpoints that events are posted to, their deliveries, dead letters and replay.',
  operations: [
    list,
    create,
    listEvents,
    listDeliveries,
    getDelivery,
    listDeadLetters,
    replayDeadLetter,
    replay,
    get,
    update,
    remove,
    rotateSecret,
    sendTest,
  ],
})
