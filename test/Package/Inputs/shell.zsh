# Of the shell that complete.zsh starts: source shell.zsh FOLDER FILE.
PROMPT=
fpath=($1 $fpath)
offered_file=$2
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
compadd() {
  # With these, it only computes.
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    local -a hits
    builtin compadd -A hits "$@"
    (($#hits)) && print -rl -- $hits >> $offered_file
  fi
  builtin compadd "$@"
}
say_done() { print DONE; }
comppostfuncs=(say_done)
print READY
