package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A driver whose client library is not in the archive, and a Maven repository that has it. */
@Tag("slow")
class DriverFetchTest extends WithDyno {

    private static final String HOME = "user.home";

    private final String home = System.getProperty(HOME);
    private final List<String> asked = new ArrayList<>();
    private Path driver = Path.of("");
    private HttpServer server;

    DriverFetchTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void takeTheLibraryOutOfTheArchive() throws Exception {
        Path installed = Path.of(System.getProperty("dyno.home"));
        Files.createSymbolicLink(
                installed.resolve("brokers/resolver"), Path.of(BuiltDyno.HOME).resolve("brokers/resolver"));
        driver = installed.resolve("drivers/sim");
        byte[] jar = Files.readAllBytes(driver.resolve("lib/driver.jar"));
        Files.delete(driver.resolve("lib/driver.jar"));
        Files.writeString(driver.resolve("libraries"), "t:client:1#" + digest("SHA-256", jar) + "\n");
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            byte[] body = path.endsWith(".sha1") ? digest("SHA-1", jar).getBytes(StandardCharsets.US_ASCII) : jar;
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        liveWith("<mirrors><mirror><id>t</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:"
                + server.getAddress().getPort() + "/</url></mirror></mirrors>");
    }

    private void liveWith(String settings) throws IOException {
        Path maven = Files.createDirectories(folder.resolve("me/.m2"));
        Files.writeString(maven.resolve("settings.xml"), "<settings>" + settings + "</settings>");
        System.setProperty(HOME, folder.resolve("me").toString());
    }

    @AfterEach
    void stop() {
        System.setProperty(HOME, home);
        server.stop(0);
    }

    private static String digest(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLibraryIsFetchedOnFirstUseAndThenRemembered() {
        assertThat(dyno.run("driver", "list").good().out()).containsPattern("sim .*; fetched when it is first");
        Ran first = dyno.run("driver", "show", "sim").ended(Exit.GOOD);
        assertThat(first.errLines()).containsExactly("dyno: fetching driver sim libraries from the Maven repositories");
        assertThat(asked).contains("/t/client/1/client-1.jar").noneMatch(path -> path.endsWith(".pom"));
        asked.clear();
        assertThat(dyno.run("driver", "show", "sim").good().out()).isEqualTo(first.out());
        assertThat(asked).isEmpty();
    }

    @Test
    void whatIsFetchedIntoTheInstallationNeedsNoNetwork() throws IOException {
        assertThat(dyno.run("driver", "fetch", "sim", "null").ended(Exit.GOOD).outLines())
                .containsExactly("driver sim: its libraries are here", "driver null: its libraries are here");
        assertThat(driver.resolve("lib/client-1.jar")).exists();
        asked.clear();
        System.setProperty(HOME, folder.resolve("somebody else").toString());
        dyno.run("driver", "show", "sim").good();
        assertThat(dyno.run("driver", "list").good().out()).doesNotContain("fetched");
        assertThat(asked).isEmpty();
    }

    @Test
    void withoutANetworkOneSentenceSaysWhatToDo() throws IOException {
        liveWith("<offline>true</offline>");
        Ran ran = dyno.run("client", "--driver", "sim", "--url", "sim://broker").ended(Exit.USAGE);
        assertThat(ran.errLines())
                .contains("dyno client: driver sim: t:client:jar:1 is not in " + folder.resolve("me/.m2/repository")
                        + ", and Maven's settings say offline. It has to be fetched once, online. For a machine without"
                        + " a network, copy a Dyno in which dyno driver fetch sim has been run.");
    }

    @Test
    void anotherFileThanTheOneThatDynoWasBuiltWithIsRefused() throws IOException {
        Files.writeString(driver.resolve("libraries"), "t:client:1#" + "0".repeat(64) + "\n");
        Ran ran = dyno.run("driver", "fetch", "sim").ended(Exit.USAGE);
        assertThat(ran.err())
                .contains("client-1.jar is not the file that this Dyno was built with: its SHA-256 is ")
                .doesNotContain("\tat ");
        assertThat(driver.resolve("lib/client-1.jar")).doesNotExist();
    }
}
