package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.com/rewards"
)

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		header := http.Header{}
		for at, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			header.Set(name, fields[at])
		}
		body, err := base64.StdEncoding.DecodeString(fields[3])
		if err != nil {
			panic(err)
		}
		fmt.Println(rewards.IsVerified(os.Args[1], header, body))
	}
}
