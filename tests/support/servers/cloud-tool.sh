#!/bin/sh
# Stands in for firebase, gcloud, netlify and npm. $STAND_INS is a folder in which a file is a thing that exists.
# Each command that changes something is a line of `calls`. A call that begins as the file `failing` says fails, and
# one that begins as `hanging` says hangs.
tool=${0##*/}
tool=${tool%.CMD}
has=$STAND_INS
call="$tool $*"
project=my-site-4f2a
say() { printf '%s\n' "$1"; }
there() { [ -e "$has/$1" ]; }
list() { if there "$1"; then say "{\"result\": [$2]}"; else say '{"result": []}'; fi; }
site="{\"siteData\": {\"site-id\": \"site-1\", \"site-url\": \"https://my-site.netlify.app\"}}"

case $call in
  "firebase projects:list"*) there 'firebase login' && list project "{\"projectId\": \"$project\"}"; exit ;;
  "gcloud auth print-access-token") say token-of-the-owner; exit ;;
  "gcloud auth list"*) there 'gcloud login' && say you@example.com; exit 0 ;;
  "netlify api getCurrentUser"*) there 'netlify login' && say '{}'; exit ;;
  "gcloud billing projects describe"*) there billing && say True; exit 0 ;;
  "firebase firestore:databases:list"*) list database "{\"name\": \"projects/$project/databases/(default)\"}"; exit ;;
  "firebase apps:list"*) list app "{\"displayName\": \"site\"}"; exit ;;
  "gcloud iam service-accounts list"*) there account && say "site-functions@$project.iam.gserviceaccount.com"; exit 0 ;;
  "netlify status"*) there site && say "$site"; exit ;;
esac

say "$call" >>"$has/calls"
begins_as() { there "$1" && case $call in "$(cat "$has/$1")"*) ;; *) false ;; esac; }
if begins_as failing; then
  # The terminal would show what others say.
  case $call in *keys* | *json*) cat "$has/refusal" >&2 ;; esac
  exit 1
fi
begins_as hanging && sleep 60

case $call in
  "firebase login") touch "$has/firebase login" ;;
  "gcloud auth login") touch "$has/gcloud login" ;;
  "netlify login") touch "$has/netlify login" ;;
  "firebase projects:create $project") touch "$has/project" ;;
  "firebase projects:create"*) exit 1 ;;
  "gcloud billing projects link"*) touch "$has/billing" ;;
  "firebase firestore:databases:create"*) touch "$has/database" ;;
  "firebase apps:create"*) touch "$has/app" ;;
  "firebase apps:sdkconfig"*)
    say "{\"result\": {\"sdkConfig\": {\"apiKey\": \"AIzaKey\", \"authDomain\": \"$project.firebaseapp.com\"}}}" ;;
  "gcloud iam service-accounts create"*) touch "$has/account" ;;
  "gcloud iam service-accounts keys create"*) cat "$has/key.json" ;;
  "netlify init"*) touch "$has/site" ;;
esac
exit 0
