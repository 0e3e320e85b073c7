#!/bin/sh
# Installs Queyan on Raspberry Pi OS or Debian, 64-bit, from 12 (bookworm) on. Run it as often as you like: what is in
# place stays as it is, what is missing is added, a newer Queyan is put beside the running one and tried first.
set -eu

usage() {
	cat <<'END'
sudo ./install.sh [options]

  --kiosk         also show the TV page on this machine's own screen
  --offline DIR   take everything from this folder of wheels (make wheelhouse); nothing is fetched from any network
  --check         only say what is in the way
  --uninstall     take the program away; settings and data stay
  --purge         with --uninstall: settings, data and the user queyan go as well
  --help          this text
END
}

# Everything a test may lay out for itself stands below this folder; --check alone works with one that is not /.
root=${QUEYAN_ROOT:-}
here=$(cd "$(dirname "$0")" && pwd)
home=$root/opt/queyan
data=$root/var/lib/queyan
kiosk_home=$root/var/lib/queyan-kiosk
needed_mb=1500
# Building a wheel, and the 120 MB that pip fetches; from a folder of wheels there is little to lay down.
needed_tmp_mb=300
kiosk=no
wheels=
job=install
purge=no
work=

say() { printf '==> %s\n' "$*"; }
note() { printf '    %s\n' "$*"; }
obstacles=0
# Something in the way: what, and the cure. Without the first word `stops` the installation goes on.
in_the_way() {
	if [ "$1" = stops ]; then
		shift
		obstacles=$((obstacles + 1))
		printf ' !! %s\n' "$*" >&2
	else
		printf ' ?? %s\n' "$*" >&2
	fi
}
fail() {
	printf ' !! %s\n' "$*" >&2
	exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }
systemd_runs() { [ -d /run/systemd/system ]; }

# ---------------------------------------------------------------- what may be in the way

look_at_bits() {
	architecture=$(dpkg --print-architecture 2>/dev/null || uname -m)
	case $architecture in
	amd64 | arm64 | x86_64 | aarch64) ;;
	*) in_the_way stops "this system is $architecture, and the networks need a 64-bit one (arm64 or amd64): put the" \
		"64-bit Raspberry Pi OS on the card. A 64-bit kernel alone ($(uname -m)) does not do." ;;
	esac
}

look_at_python() {
	if ! has python3; then
		if [ -n "$wheels" ]; then
			in_the_way stops "there is no Python here and --offline fetches none: install python3 and python3-venv"
		fi
	elif ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
		in_the_way stops "Queyan needs Python 3.11 or newer and this system has $(python3 -V 2>&1): use Debian 12 or newer"
	fi
}

free_mb() { df -Pk "$1" | awk 'NR == 2 { print int($4 / 1024) }'; }

look_at_disk() {
	place=$root/opt
	[ -d "$place" ] || place=$root/
	free=$(free_mb "$place")
	if [ "$free" -lt "$needed_mb" ]; then
		in_the_way stops "$place has $free MB left and an installation needs $needed_mb MB: make room (sudo apt-get clean," \
			"df -h), or use a larger card"
	fi
}

look_at_tmp() {
	place=${TMPDIR:-/tmp}
	cure="or name another folder: sudo env TMPDIR=/var/tmp $0"
	if ! [ -d "$root$place" ]; then
		in_the_way stops "there is no folder $place for what is needed on the way only: make it, $cure"
		return
	fi
	free=$(free_mb "$root$place")
	if [ "$free" -lt "$needed_tmp_mb" ]; then
		in_the_way stops "$place has $free MB left and an installation needs $needed_tmp_mb MB there on the way: make room," \
			"$cure"
	fi
}

# The mount point that a path lies on, where nothing can be written there; the last mount on a point is the one that counts.
read_only_at() {
	awk -v path="$1" '
		$2 == "/" || $2 == path || index(path, $2 "/") == 1 {
			if (length($2) >= length(point)) { point = $2; options = $4 }
		}
		END { if (("," options ",") ~ /,ro,/) print point }
	' "$root/proc/mounts" 2>/dev/null
}

look_at_read_only() {
	told=
	for place in /opt /var/lib /etc /usr/local/bin "${TMPDIR:-/tmp}"; do
		point=$(read_only_at "$place")
		if [ -n "$point" ] && [ "$point" != "$told" ]; then
			told=$point
			in_the_way stops "nothing can be written to $place: the file system at $point is read-only. Let it be written to" \
				"(sudo mount -o remount,rw $point). If it became so by itself, the card fails: sudo dmesg tells, copy it to a new one"
		fi
	done
}

look_at_overlay() {
	if grep -q '^overlay / \|^overlayroot / ' "$root/proc/mounts" 2>/dev/null && [ -d "$root/boot/firmware" ]; then
		in_the_way stops "the overlay file system is on, so all that is installed would be gone after a restart: switch it" \
			"off (sudo raspi-config nonint do_overlayfs 1), restart, install, switch it on again"
	fi
}

on_a_pi() { grep -q 'Raspberry Pi' "$root/proc/device-tree/model" 2>/dev/null; }

link_url() {
	sed -n '/^\[link\]/,/^\[/ s/^url *= *"\(.*\)".*/\1/p' "$root/etc/queyan/queyan.toml" 2>/dev/null | head -n 1
}

look_at_serial() {
	url=$(link_url)
	case $(2>/dev/null tr -d '\0' <"$root/proc/device-tree/model") in
	*"Pi 5"* | *"Module 5"*)
		if [ "$url" = /dev/serial0 ]; then
			in_the_way "[link] url is /dev/serial0, which on a Pi 5 is the debug connector, not pins 8 and 10: write" \
				"/dev/ttyAMA0 and put dtparam=uart0=on into /boot/firmware/config.txt, or better use the tap board's USB"
		fi
		;;
	esac
	lines='console=\(serial\|ttyAMA\|ttyS\|ttyUSB\|ttyACM\)[0-9]*'
	consoles=$(grep -o "$lines" "$root/proc/cmdline" 2>/dev/null | tr '\n' ' ')
	case $url in
	/dev/serial* | /dev/ttyAMA* | /dev/ttyS*)
		case $url in /dev/serial/*) consoles= ;; esac
		if [ -n "$consoles" ]; then
			in_the_way "a login console is on the line that [link] url names ($consoles): sudo raspi-config nonint" \
				"do_serial_cons 1, then restart"
		fi
		;;
	*)
		case $consoles in
		*ttyUSB* | *ttyACM*)
			in_the_way "a console is on a USB adapter ($consoles): take it out of /boot/firmware/cmdline.txt, then restart"
			;;
		esac
		;;
	esac
}

look_at_port_takers() {
	for folder in etc/udev/rules.d usr/lib/udev/rules.d lib/udev/rules.d; do
		if ls "$root/$folder"/*brltty* >/dev/null 2>&1; then
			in_the_way "brltty is installed and takes USB serial adapters away as braille displays. Without such a display:" \
				"sudo apt-get remove brltty"
			break
		fi
	done
	if [ -x "$root/usr/sbin/ModemManager" ]; then
		in_the_way "ModemManager is installed and greets new serial ports as modems. The tap board is kept from it; for" \
			"another adapter: sudo systemctl disable --now ModemManager"
	fi
}

look_at_camera() {
	if on_a_pi && ! [ -e "$root/usr/bin/rpicam-vid" ] && ! [ -e "$root/usr/bin/libcamera-vid" ]; then
		in_the_way "there is no camera stack for a ribbon camera here: sudo apt-get install rpicam-apps-lite. A USB camera" \
			"needs none"
	fi
}

look_around() {
	say "Looking at what may be in the way"
	look_at_bits
	look_at_python
	look_at_disk
	look_at_tmp
	look_at_read_only
	look_at_overlay
	look_at_serial
	look_at_port_takers
	look_at_camera
	if [ "$obstacles" -gt 0 ]; then
		fail "$obstacles of these must be put right first; nothing was changed"
	fi
}

# ---------------------------------------------------------------- the steps

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
known() { apt-cache show "$1" >/dev/null 2>&1; }

# Packages that are missing and that this system's sources know; those before -- are needed, the others are a help.
install_packages() {
	say "System packages"
	needed=yes
	missing=
	for name in "$@"; do
		if [ "$name" = -- ]; then
			needed=no
		elif ! installed "$name"; then
			missing="$missing $name"
			[ $needed = yes ] && [ -n "$wheels" ] && fail "$name is missing and --offline fetches nothing: install it first"
		fi
	done
	if [ -z "$missing" ]; then
		note "all there"
	elif [ -n "$wheels" ]; then
		note "not installed, since --offline fetches nothing:$missing"
	else
		apt-get update -qq </dev/null || fail "apt-get update failed; look at the network, or use --offline DIR"
		wanted=
		for name in $missing; do
			if known "$name"; then wanted="$wanted $name"; else note "$name: not known to this system, left out"; fi
		done
		note "installing$wanted"
		# shellcheck disable=SC2086 # a list of names
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted </dev/null >/dev/null ||
			fail "apt-get could not install$wanted"
	fi
}

packages() {
	helps=avahi-daemon
	# Raspberry Pi OS alone has these two: the panel's pins, and the ribbon camera.
	if on_a_pi; then helps="$helps python3-lgpio rpicam-apps-lite"; fi
	if [ $kiosk = yes ]; then
		helps="$helps fonts-noto-cjk v4l-utils"
		if ! has chromium && ! has chromium-browser; then helps="$helps chromium"; fi
		if ! [ -L /etc/systemd/system/display-manager.service ]; then
			# Sessions without a desktop: what gives them the screen, and what draws on it.
			helps="$helps libpam-systemd dbus-user-session"
			has labwc || has cage || has wayfire || has xinit || helps="$helps cage"
		fi
	fi
	needs="python3 python3-venv"
	# What tells true servers from false ones; without a network there are none.
	[ -n "$wheels" ] || needs="$needs ca-certificates"
	# shellcheck disable=SC2086 # lists of names
	install_packages $needs -- $helps
}

add_groups() { # add a user to those of the groups that this system has
	user=$1
	shift
	for group in "$@"; do
		if getent group "$group" >/dev/null && ! id -nG "$user" | tr ' ' '\n' | grep -qx "$group"; then
			usermod -aG "$group" "$user"
			note "$user joins $group"
		fi
	done
}

make_users() {
	say "User queyan"
	if ! getent passwd queyan >/dev/null; then
		useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin queyan
		note "made"
	fi
	# The last one lets it read what the kernel says of a failing card.
	add_groups queyan dialout video gpio systemd-journal
	[ -d "$data" ] || install -d -o queyan -g queyan -m 0700 "$data"
	if [ $kiosk = yes ] && ! getent passwd queyan-kiosk >/dev/null; then
		useradd --system --user-group --home-dir "$kiosk_home" --no-create-home --shell /usr/sbin/nologin queyan-kiosk
		note "queyan-kiosk made"
	fi
	if [ $kiosk = yes ] && ! [ -d "$kiosk_home" ]; then
		install -d -o queyan-kiosk -g queyan-kiosk -m 0755 "$kiosk_home"
		note "$kiosk_home made"
	fi
	if [ $kiosk = yes ]; then add_groups queyan-kiosk video render input; fi
}

clean_up() {
	if [ -n "$work" ]; then rm -rf "$work"; fi
}

# The wheel to install, in $wheel: that of the offline folder, else built from this checkout (a copy of it: a build in
# place would leave its own files there, and take up what an older one left).
find_wheel() {
	work=$(mktemp -d)
	trap clean_up EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	if [ -n "$wheels" ]; then
		say "The wheel in $wheels"
		wheel=$(find "$wheels" -maxdepth 1 -name 'queyan-*.whl' | sort -V | tail -n 1)
		[ -n "$wheel" ] || fail "$wheels holds no wheel of Queyan; prepare it with make wheelhouse"
		return
	fi
	[ -f "$here/pyproject.toml" ] ||
		fail "$here is no checkout of Queyan; run install.sh where it lies, or use --offline DIR"
	say "Building a wheel from $here"
	mkdir "$work/source" "$work/wheels"
	(cd "$here" && tar -cf - --exclude=__pycache__ --exclude='*.pyc' pyproject.toml README.md LICENSE firmware_bridge \
		vision table_daemon web_display) | tar -xf - -C "$work/source" --no-same-owner
	python3 -m venv "$work/build"
	PIP_ROOT_USER_ACTION=ignore "$work/build/bin/python" -m pip --quiet --no-input --disable-pip-version-check \
		wheel --no-deps --wheel-dir "$work/wheels" "$work/source" ||
		fail "the wheel could not be built; look at the lines above"
	wheel=$(find "$work/wheels" -name 'queyan-*.whl')
}

deploy() { PYTHONPATH=$wheel PYTHONDONTWRITEBYTECODE=1 python3 -m table_daemon.deploy "$@"; }

install_release() {
	release=$(deploy identify "$wheel") || exit 1
	say "Release $release"
	current=
	# A release whose Python is gone (a newer Debian) is no release any more.
	if "$home/current/bin/python" -c 'import table_daemon.update' 2>/dev/null; then current=$(deploy current); fi
	if [ "$current" = "$release" ]; then
		note "is the one that runs already"
	elif [ -n "$current" ]; then
		note "beside $current, which runs on until the new one has been tried"
		"$home/current/bin/queyan" update ${wheels:+--wheels "$wheels"} "$wheel" || exit 1
	else
		note "installing into $home/releases/$release (a few minutes)"
		deploy install ${wheels:+--wheels "$wheels"} "$wheel" || exit 1
	fi
}

lay_system_files() {
	say "Settings, units, udev rule, name in the house"
	option=
	if [ $kiosk = yes ]; then option=--kiosk; fi
	# shellcheck disable=SC2086 # an option or nothing
	changed=$("$home/current/bin/python" -m table_daemon.deploy lay $option) || exit 1
	if [ -z "$changed" ]; then
		note "all as they should be"
		return
	fi
	for path in $changed; do note "$path"; done
	if systemd_runs; then
		systemctl daemon-reload
		case $changed in *journald*) systemctl try-restart systemd-journald.service ;; esac
		if has udevadm; then udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match=tty || true; fi
	fi
}

start_service() {
	if ! has systemctl; then
		note "there is no systemd here; run it by: $home/current/bin/queyan run --settings /etc/queyan/queyan.toml"
		return
	fi
	say "Service"
	units="queyan.service queyan-update.service"
	if [ -f /etc/systemd/system/queyan-kiosk.service ]; then units="$units queyan-kiosk.service"; fi
	for unit in $units; do
		systemctl is-enabled --quiet "$unit" 2>/dev/null || systemctl --quiet enable "$unit"
	done
	if ! systemd_runs; then
		note "enabled; systemd does not run here, so it starts with the next start of the machine"
		return
	fi
	if [ "$(systemctl is-active queyan.service)" = active ] && [ -z "$changed" ]; then
		note "runs"
	else
		systemctl restart queyan.service ||
			fail "queyan does not start; sudo journalctl -u queyan -n 30 says why, and queyan doctor what to do"
		note "started"
	fi
	if [ $kiosk = yes ] && [ -f /etc/systemd/system/queyan-kiosk.service ]; then systemctl start queyan-kiosk.service; fi
}

say_where() {
	name="ADDRESS-OF-THIS-MACHINE"
	port=$("$home/current/bin/python" -m table_daemon.deploy address | sed 's/.*:\([0-9]*\).*/\1/')
	say "Done"
	if installed avahi-daemon; then name=$(uname -n).local; fi
	note "pages: http://127.0.0.1:$port on this machine, http://$name:$port in the house"
	note "settings: /etc/queyan/queyan.toml, data: $data, what it says: journalctl -u queyan"
	note "what is missing: sudo -u queyan queyan doctor; the PINs for phones: sudo queyan pins"
}

# ---------------------------------------------------------------- taking it away

undone=0
# A step that may fail: then it is said, and the next is taken.
attempt() {
	if ! "$@"; then
		in_the_way "this did not work: $*"
		undone=$((undone + 1))
	fi
}

processes_of() { # the numbers of a user's processes, whatever session they belong to
	for status in "$root"/proc/[0-9]*/status; do
		awk -v uid="$1" '$1 == "Pid:" { pid = $2 } $1 == "Uid:" && $2 == uid { print pid }' "$status" 2>/dev/null || true
	done
}

# A kiosk's login session leaves a manager of the user's own running; a user is not taken away while anything of it runs.
end_all_of() {
	uid=$(id -u "$1" 2>/dev/null) || return 0
	if systemd_runs && has loginctl; then loginctl terminate-user "$1" 2>/dev/null || true; fi
	for sign in TERM TERM TERM TERM TERM KILL KILL; do
		running=$(processes_of "$uid")
		[ -n "$running" ] || return 0
		# shellcheck disable=SC2086 # a list of numbers
		kill -s $sign $running 2>/dev/null || true
		sleep 1
	done
	running=$(processes_of "$uid" | tr '\n' ' ')
	[ -z "$running" ] || in_the_way "of the user $1 these still run: $running"
}

uninstall() {
	say "Taking Queyan away"
	for unit in queyan-kiosk queyan queyan-update; do
		[ -f "$root/etc/systemd/system/$unit.service" ] || continue
		if systemd_runs; then attempt systemctl stop $unit.service; fi
		if has systemctl; then attempt systemctl --quiet disable $unit.service; fi
	done
	end_all_of queyan-kiosk
	if [ -f "$home/system_files" ]; then
		while read -r path; do
			attempt rm -f "$root$path"
			note "$path"
		done <"$home/system_files"
	fi
	command=$root/usr/local/bin/queyan
	if [ "$(readlink "$command")" = /opt/queyan/current/bin/queyan ]; then attempt rm -f "$command"; fi
	attempt rm -rf "$home"
	if systemd_runs; then attempt systemctl daemon-reload; fi
	if [ $purge = yes ]; then
		take_the_rest
	else
		note "kept: /etc/queyan and $data; --uninstall --purge takes them as well"
	fi
	[ $undone = 0 ] || fail "$undone steps did not work; the lines above tell which. Put them right and run it again"
}

take_the_rest() { # settings, data, users, and changes to the units
	end_all_of queyan
	attempt rm -rf "$root/etc/queyan" "$data" "$kiosk_home"
	for folder in "$root"/etc/systemd/system/queyan.service.d "$root"/etc/systemd/system/queyan-*.service.d; do
		[ -d "$folder" ] || continue
		attempt rm -rf "$folder"
		note "$folder, your own changes to the unit"
	done
	if systemd_runs; then attempt systemctl daemon-reload; fi
	for user in queyan-kiosk queyan; do
		if getent passwd $user >/dev/null; then attempt userdel $user; fi
	done
	[ $undone = 0 ] || return 0
	note "settings, data and users are gone as well"
}

# ----------------------------------------------------------------

while [ $# -gt 0 ]; do
	case $1 in
	--kiosk) kiosk=yes ;;
	--offline)
		shift
		[ $# -gt 0 ] && [ -d "$1" ] || fail "--offline needs a folder of wheels"
		wheels=$(cd "$1" && pwd)
		needed_tmp_mb=50
		;;
	--check) job=check ;;
	--uninstall) job=uninstall ;;
	--purge) purge=yes ;;
	--help | -h)
		usage
		exit 0
		;;
	*)
		usage >&2
		exit 2
		;;
	esac
	shift
done
[ $purge = no ] || [ $job = uninstall ] || fail "--purge goes with --uninstall"

if [ $job = check ]; then
	look_around
	note "nothing stands in the way of an installation"
	exit 0
fi
[ -z "$root" ] || fail "QUEYAN_ROOT is for --check alone"
[ "$(id -u)" = 0 ] || fail "it needs the rights of root: sudo $0"
if [ $job = uninstall ]; then
	uninstall
	exit 0
fi
look_around
packages
make_users
find_wheel
install_release
lay_system_files
start_service
say_where
