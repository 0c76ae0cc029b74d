import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/process/app.ts';
import { createLog } from '../../src/work/log.ts';

/** The bot, asking the DNS servers in `NAME_SERVERS` for receivers of rewards. */
const { NAME_SERVERS = '' } = process.env;
const config = readConfig();
const log = createLog({ level: config.logLevel, secrets: [] });
const app = await createApp({ config, log, nameServers: NAME_SERVERS.split(',') });
await app.start();
for (const end of ['SIGTERM', 'disconnect']) {
  process.once(end, () => {
    void app.stop().then(() => process.exit());
  });
}
