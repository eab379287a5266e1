#!/bin/sh
# Stands in for firebase, gcloud, netlify and npm. $STAND_INS is a folder with what these have by now;
# a file there is a thing that exists. Each command that changes something is a line of `calls`.
# A call that begins as the file `failing` says fails, and one that begins as `hanging` says hangs.
tool=${0##*/}
tool=${tool%.CMD}
has=$STAND_INS
call="$tool $*"
project=my-site-4f2a
say() { printf '%s\n' "$1"; }
there() { [ -e "$has/$1" ]; }

case $call in
  "firebase projects:list"*)
    there 'logged out firebase' && say '{"status": "error", "error": "Failed to authenticate"}' && exit 1
    there project && say "{\"result\": [{\"projectId\": \"$project\"}]}" || say '{"result": []}'
    exit ;;
  "gcloud auth print-access-token") say token-of-the-owner; exit ;;
  "gcloud auth list"*) there 'logged out gcloud' || say you@example.com; exit ;;
  "netlify api getCurrentUser"*)
    there 'logged out netlify' && say 'Error: Unauthorized' >&2 && exit 1
    say '{}'; exit ;;
  "gcloud billing projects describe"*) there billing && say True || say False; exit ;;
  "firebase firestore:databases:list"*)
    there database && say "{\"result\": [{\"name\": \"projects/$project/databases/(default)\"}]}" || say '{"result": []}'
    exit ;;
  "firebase apps:list"*) say "{\"result\": [$(there app && cat "$has/app")]}"; exit ;;
  "gcloud iam service-accounts list"*) there account && say "site-functions@$project.iam.gserviceaccount.com"; exit 0 ;;
  "netlify status"*)
    there site || { say "Error: You don't appear to be in a folder that is linked to a project" >&2; exit 1; }
    say '{"siteData": {"site-id": "site-1", "site-url": "https://my-site.netlify.app"}}'; exit ;;
esac

say "$call" >>"$has/calls"
begins_as() { there "$1" && case $call in "$(cat "$has/$1")"*) ;; *) false ;; esac; }
if begins_as failing; then
  # The terminal would show what others say.
  case $call in *keys* | *json*) if there refusal; then cat "$has/refusal"; else say 'Error: It broke.'; fi >&2 ;; esac
  exit 1
fi
begins_as hanging && sleep 60

case $call in
  "firebase projects:create $project "*) touch "$has/project" ;;
  "firebase projects:create"*)
    say '{"status": "error", "error": "Failed to create project because there is already a project with ID it. Please try again with a unique project ID."}'
    exit 1 ;;
  "gcloud billing projects link"*) touch "$has/billing" ;;
  "firebase firestore:databases:create"*) touch "$has/database" ;;
  "firebase apps:create"*) say '{"appId": "1:2:web:3", "displayName": "site", "platform": "WEB"}' >"$has/app" ;;
  "firebase apps:sdkconfig"*)
    say "{\"result\": {\"sdkConfig\": {\"apiKey\": \"AIzaKey\", \"authDomain\": \"$project.firebaseapp.com\"}}}" ;;
  "gcloud iam service-accounts create"*) touch "$has/account" ;;
  "gcloud iam service-accounts keys create"*) cat "$has/key.json" ;;
  "netlify init"*) touch "$has/site" ;;
  "netlify deploy"*) say '{"deploy_id": "deploy-1", "logs": "https://app.netlify.example/deploy-1"}' ;;
esac
exit 0
