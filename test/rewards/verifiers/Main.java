import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;

final class Main {
  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split("\t");
      byte[] body = Base64.getDecoder().decode(fields[3]);
      System.out.println(Rewards.isVerified(args[0], fields[0], fields[1], fields[2], body));
    }
  }
}
