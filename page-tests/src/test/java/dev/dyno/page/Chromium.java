package dev.dyno.page;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dyno.report.store.RunFolder;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A browser without a window, that can reach nothing but files. What it is asked goes to the page as scripts, in which {@code
 * dyno} is the page's own object.
 */
final class Chromium implements AutoCloseable {

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Dimension DESK = new Dimension(1280, 900);

    /** Selenium warns that it finds no classes for this browser's protocol, which are not needed here. */
    private static final Logger QUIET = Logger.getLogger("org.openqa.selenium");

    /** The object {@code asks} for the scripts of the tests. */
    private static final String ASKS = resource("asks.js");

    /** Keeps what a script of the page fails with, so that nothing waits for a page that will never be drawn. */
    private static final String FAILURE =
            "var scriptFailure = ''; addEventListener('error', (e) => { scriptFailure ||= e.message; });";

    private final ChromeDriver driver;
    private final Path temporary;

    private Chromium(ChromeDriver driver, Path temporary) {
        this.driver = driver;
        this.temporary = temporary;
    }

    /** The test is skipped where there is none. */
    static Chromium start() throws IOException {
        Optional<Path> browser = BROWSERS.stream().flatMap(Chromium::find).findFirst();
        Optional<Path> remote = find("chromedriver").findFirst();
        assumeTrue(browser.isPresent(), "the program chromium is not installed here");
        assumeTrue(remote.isPresent(), "the program chromedriver is not installed here");
        QUIET.setLevel(Level.SEVERE);
        // The browser leaves folders there.
        Path temporary = Files.createTempDirectory("dyno-browser");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(remote.orElseThrow().toFile())
                .usingAnyFreePort()
                .withLogOutput(OutputStream.nullOutputStream())
                .withEnvironment(Map.of("TMPDIR", temporary.toString()))
                .build();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                // Root cannot have one, and the only page that is opened is our own.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--force-color-profile=srgb",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        driver.manage().window().setSize(DESK);
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", FAILURE));
        return new Chromium(driver, temporary);
    }

    private static String resource(String name) {
        try (InputStream in = Chromium.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> find(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable);
    }

    /**
     * Opens a page and waits until all of its charts are drawn; forgets what was said of the one before.
     *
     * @throws AssertionError if a script of the page fails before
     */
    void open(Path page) {
        open(page.toUri().toString());
    }

    /** The same with an address. */
    void open(String page) {
        console();
        requests();
        driver.get(page);
        Object failure = driver.executeAsyncScript("""
                const done = arguments[0];
                const look = () => {
                    if (scriptFailure) done(scriptFailure);
                    else if (typeof dyno !== 'undefined' && dyno.timing && dyno.timing.drawnMs) done('');
                    else setTimeout(look, 5);
                };
                look();
                """);
        if (!"".equals(failure)) {
            throw new AssertionError(page + ": a script of the page failed: " + failure);
        }
        driver.executeScript(ASKS);
    }

    /** Opens a page that has no script of its own; forgets what was said of the one before. */
    void openWithoutScript(Path page) {
        openWithoutScript(page.toUri().toString());
    }

    /** The same with an address. */
    void openWithoutScript(String page) {
        console();
        requests();
        driver.get(page);
        driver.executeScript(ASKS);
    }

    /**
     * Result of a script in the page: text, numbers, lists and maps of them.
     *
     * @throws ClassCastException if it is something else
     */
    <T> T ask(Class<T> type, String script, Object... arguments) {
        return type.cast(Objects.requireNonNull(driver.executeScript(script, arguments), script));
    }

    double number(String script, Object... arguments) {
        return ask(Number.class, script, arguments).doubleValue();
    }

    String text(String script, Object... arguments) {
        return ask(String.class, script, arguments);
    }

    /** A list of text. */
    List<String> texts(String script, Object... arguments) {
        List<String> texts = new ArrayList<>();
        for (Object each : ask(List.class, script, arguments)) {
            texts.add(String.valueOf(each));
        }
        return texts;
    }

    /** The words of the first element that matches. */
    String words(String selector) {
        return text("return document.querySelector(arguments[0]).textContent", selector);
    }

    /** The words of each element that matches. */
    List<String> allWords(String selector) {
        return texts("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector);
    }

    /** Makes the page do something. */
    void tell(String script, Object... arguments) {
        driver.executeScript(script, arguments);
    }

    /** Waits until a condition of the page holds. */
    void await(String condition) {
        driver.executeAsyncScript("const done = arguments[0]; const look = () => ((" + condition
                + ") ? done() : setTimeout(look, 20)); look();");
    }

    /** Elements that take the focus and have no name for those who do not see them. */
    List<String> nameless() {
        List<String> nameless = new ArrayList<>();
        for (Object each :
                (List<?>) command("Accessibility.getFullAXTree", Map.of()).getOrDefault("nodes", List.of())) {
            Map<?, ?> node = (Map<?, ?>) each;
            String role = valueOf(node.get("role"));
            if (String.valueOf(node.get("properties")).contains("name=focusable")
                    && !role.equals("RootWebArea")
                    && !Boolean.TRUE.equals(node.get("ignored"))
                    && valueOf(node.get("name")).isBlank()) {
                nameless.add(role + " " + node);
            }
        }
        return nameless;
    }

    private static String valueOf(@Nullable Object text) {
        return text instanceof Map<?, ?> map ? String.valueOf(map.get("value")) : "";
    }

    /** A mouse and a keyboard. */
    Actions hands() {
        return new Actions(driver, Duration.ofMillis(20));
    }

    /** A command of the browser's own protocol. */
    Map<String, Object> command(String name, Map<String, Object> parameters) {
        return driver.executeCdpCommand(name, parameters);
    }

    /** Sets the size of the page, for example that of a telephone; width 0 restores that of the window. */
    void size(int width, int height) {
        if (width == 0) {
            command("Emulation.clearDeviceMetricsOverride", Map.of());
        } else {
            command(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", height, "deviceScaleFactor", 2, "mobile", true));
        }
    }

    /** Preferences of a reader's system; on the screen, and on paper when something is printed. */
    void scheme(boolean dark) {
        media("", dark);
    }

    /** Shows on the screen what would be on paper. */
    void paper() {
        media("print", false);
    }

    private void media(String medium, boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        command("Emulation.setEmulatedMedia", Map.of("media", medium, "features", List.of(scheme)));
    }

    /** Lines in the console since the last question. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getLevel() + " " + entry.getMessage())
                .toList();
    }

    /** The addresses that were asked for since the last question. */
    List<String> requests() {
        Json json = new Json();
        List<String> addresses = new ArrayList<>();
        driver.manage().logs().get(LogType.PERFORMANCE).getAll().forEach(entry -> {
            Map<?, ?> event = json.toType(entry.getMessage(), Map.class);
            if (event.get("message") instanceof Map<?, ?> message
                    && "Network.requestWillBeSent".equals(message.get("method"))
                    && message.get("params") instanceof Map<?, ?> parameters
                    && parameters.get("request") instanceof Map<?, ?> request) {
                addresses.add(String.valueOf(request.get("url")));
            }
        });
        return addresses;
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        RunFolder.deleteAll(temporary);
    }
}
