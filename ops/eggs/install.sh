#!/bin/bash
# Installs the bot in a panel, and updates it: dist/ becomes that of the release, data/ and .env stay as they are.
set -euo pipefail
cd /mnt/server

get() {
  curl --fail --silent --show-error --location --retry 3 --connect-timeout 20 --speed-limit 1 --speed-time 60 "$@"
}

version=${RELEASE_VERSION#v}
if [ "$version" = latest ]; then
  # This address leads to one that ends with the tag of the newest release.
  newest=$(get --output /dev/null --write-out '%{url_effective}' "$RELEASES_URL/latest")
  version=${newest##*/v}
  [[ $version == [0-9]* ]] || { echo "There is no release at $RELEASES_URL yet." >&2; exit 1; }
fi
name=plan-vote-bot-$version

# The old dist/ stays until the new one is known to be whole.
trap 'rm -rf /mnt/server/.install' EXIT
rm -rf .install
mkdir .install
cd .install
for file in "$name.tar.gz" "$name.tar.gz.sha256"; do
  echo "Downloading $RELEASES_URL/download/v$version/$file"
  get --output "$file" "$RELEASES_URL/download/v$version/$file"
done
sha256sum --check "$name.tar.gz.sha256"
tar --extract --file "$name.tar.gz"

cd ..
rm -rf dist
mv ".install/$name/dist" dist
cp ".install/$name/.env.example" .env.example
echo "plan-vote-bot $version is installed. Start the server."
