if [ "$(tty)" = /dev/tty1 ] && [ -r /etc/tablet-compositor ]; then exec tablet-session; fi
