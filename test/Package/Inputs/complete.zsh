# zsh -f complete.zsh FOLDER LINE: what Tab behind LINE offers, one match a line.
# A shell in a terminal of its own writes the matches to a file.
zmodload zsh/zpty
offered=$(mktemp)
zpty shell zsh -f -i
zpty -w shell "source ${0:h}/shell.zsh $1 $offered"
zpty -r shell ready '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r shell done '*DONE*'
zpty -d shell
cat $offered
rm $offered
