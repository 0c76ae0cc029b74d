/** Where the unit of systemd expects the program. */
export const SERVICE_FOLDER = '/opt/plan-vote-bot';

/** Installs the unit from the folder of the program, with the `.env` there (docs/deployment.md, "Small, with systemd"). */
export function systemdCommands(folder: string): readonly string[] {
  return [
    `sudo useradd --system --home-dir ${SERVICE_FOLDER} plan-vote-bot`,
    ...(folder === SERVICE_FOLDER ? [] : [`sudo cp -R . ${SERVICE_FOLDER}`]),
    'sudo install -d -m 700 /etc/plan-vote-bot',
    'sudo install -m 600 .env /etc/plan-vote-bot/env',
    'sudo cp ops/plan-vote-bot.service /etc/systemd/system/',
    'sudo systemctl daemon-reload',
    'sudo systemctl enable --now plan-vote-bot',
    'journalctl --unit plan-vote-bot --follow',
  ];
}

/** Builds the image of this checkout and starts the container of the small profile (docs/deployment.md, "Small, with Docker Compose"). */
export const COMPOSE_COMMANDS: readonly string[] = [
  'docker compose --file ops/compose.yaml --file ops/compose-build.yaml up --detach --build',
  'docker compose --file ops/compose.yaml logs --follow',
];
