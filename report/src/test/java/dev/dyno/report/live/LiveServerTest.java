package dev.dyno.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.report.live.LiveServer.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LiveServerTest {

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @AutoClose
    private final LiveServer server;

    private final URI url;

    LiveServerTest() throws IOException {
        server = new LiveServer(
                0,
                Map.of(
                        "", given -> Answer.html("<p>page"),
                        "data", given -> Answer.json(new byte[] {'1'}),
                        "late",
                                given -> {
                                    boolean unused = new CountDownLatch(1).await(8, TimeUnit.SECONDS);
                                    return Answer.html("<p>late");
                                }),
                Map.of("rate", given -> {
                    if (given.isEmpty()) {
                        throw new IllegalArgumentException("rate: is missing");
                    }
                    done.add(given.toString());
                    return Answer.json(new byte[] {'2'});
                }));
        url = URI.create(server.url());
    }

    private String origin() {
        return "http://127.0.0.1:" + url.getPort();
    }

    private String path() {
        return url.getPath();
    }

    /** The first line of the answer to a request with these headers, as no browser and no client library would send it. */
    private String ask(String line, String body, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            socket.setSoTimeout(10_000);
            String request = line + " HTTP/1.1\r\n" + String.join("\r\n", headers)
                    + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private int status(String line, String body, String... headers) throws IOException {
        return Integer.parseInt(ask(line, body, headers).split(" ", 3)[1]);
    }

    private String host() {
        return "Host: 127.0.0.1:" + url.getPort();
    }

    @Test
    void listensOnTheLoopbackAddressOnly() {
        assertThat(url.getHost()).isEqualTo("127.0.0.1");
        assertThat(path()).matches("/[0-9a-f]{32}/");
    }

    @Test
    void pageIsServedToWhoKnowsTheToken() throws IOException {
        String answer = ask("GET " + path(), "", host());
        assertThat(answer).startsWith("HTTP/1.1 200").endsWith("<p>page");
        assertThat(answer.toLowerCase(Locale.ROOT))
                .contains("cache-control: no-store", "referrer-policy: no-referrer", "x-content-type-options: nosniff")
                .contains("frame-ancestors 'none'");
    }

    @Test
    void wrongTokenIsRefusedForPagesAndActions() throws IOException {
        String other = "/" + "0".repeat(32) + "/";
        assertThat(status("GET /", "", host())).isEqualTo(403);
        assertThat(status("GET " + other, "", host())).isEqualTo(403);
        assertThat(status("GET " + path().substring(0, 20) + "/", "", host())).isEqualTo(403);
        assertThat(status("POST " + other + "rate", "to=1", host(), "Origin: " + origin()))
                .isEqualTo(403);
        assertThat(done).isEmpty();
    }

    /** A name of another site may resolve to this address. */
    @Test
    void requestForANameOfAnotherSiteIsRefused() throws IOException {
        assertThat(status("GET " + path(), "", "Host: example.org:" + url.getPort()))
                .isEqualTo(403);
        assertThat(status("GET " + path(), "", "Host: 127.0.0.1")).isEqualTo(403);
        assertThat(status("GET " + path(), "", "Host: localhost:" + url.getPort()))
                .isEqualTo(200);
    }

    @Test
    void pageOfAnotherOriginIsRefused() throws IOException {
        assertThat(status("GET " + path() + "data", "", host(), "Origin: http://example.org"))
                .isEqualTo(403);
        assertThat(status("GET " + path() + "data", "", host(), "Origin: null")).isEqualTo(403);
        assertThat(status("GET " + path() + "data", "", host(), "Origin: " + origin()))
                .isEqualTo(200);
        assertThat(status("POST " + path() + "rate", "to=1", host(), "Origin: http://127.0.0.1:1"))
                .isEqualTo(403);
        assertThat(status("POST " + path() + "rate", "to=1", host()))
                .as("without an origin")
                .isEqualTo(403);
        assertThat(done).isEmpty();
    }

    @Test
    void actionIsDoneByPostOnly() throws IOException {
        assertThat(status("GET " + path() + "rate?to=1", "", host())).isEqualTo(405);
        assertThat(status("HEAD " + path() + "rate?to=1", "", host())).isEqualTo(405);
        assertThat(status("PUT " + path() + "rate", "to=1", host(), "Origin: " + origin()))
                .isEqualTo(405);
        assertThat(done).isEmpty();
        assertThat(status("POST " + path() + "rate", "to=1%2Fs&x=a+b", host(), "Origin: " + origin()))
                .isEqualTo(200);
        assertThat(done).containsExactly("{to=1/s, x=a b}");
    }

    @Test
    void whatIsNotAllowedIsRefusedWithItsSentence() throws IOException {
        assertThat(ask("POST " + path() + "rate", "", host(), "Origin: " + origin()))
                .startsWith("HTTP/1.1 400")
                .endsWith("rate: is missing\n");
        assertThat(status("GET " + path() + "../etc/passwd", "", host())).isEqualTo(404);
    }

    /** A page about hours of several runs takes such a time. */
    @Test
    @Tag("slow")
    void answerThatTakesSecondsToMakeIsSent() throws IOException {
        assertThat(ask("GET " + path() + "late", "", host())).endsWith("<p>late");
    }

    /** Half a request, and a request whose answer nobody reads. */
    @Test
    void viewersThatHangDelayNobody() throws IOException {
        List<Socket> hanging = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort());
                hanging.add(socket);
                socket.getOutputStream()
                        .write(("GET " + path() + (i % 2 == 0 ? "" : " HTTP/1.1\r\n" + host() + "\r\n\r\n"))
                                .getBytes(StandardCharsets.UTF_8));
            }
            long beganNs = System.nanoTime();
            assertThat(status("GET " + path(), "", host())).isEqualTo(200);
            assertThat(System.nanoTime() - beganNs).isLessThan(3_000_000_000L);
        } finally {
            for (Socket socket : hanging) {
                socket.close();
            }
        }
    }
}
