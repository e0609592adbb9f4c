package dev.dyno.driver.jms;

import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.tck.JdkTime;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** The client libraries that the suite runs on, each with the preset that is shipped. */
enum Provider {
    CORE("artemis", "tcp"),
    AMQP("amqp", "amqp");

    private final String folder;
    private final String scheme;

    Provider(String folder, String scheme) {
        this.folder = folder;
        this.scheme = scheme;
    }

    String url(int port) {
        return scheme + "://127.0.0.1:" + port;
    }

    Map<String, String> preset() {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("../" + folder + "/src/main/driver/driver.properties"))) {
            properties.load(reader);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        Map<String, String> preset = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> preset.put(name, properties.getProperty(name)));
        preset.keySet().removeAll(Set.of("class", "description", "defaultUrl", "schemes"));
        return preset;
    }

    ClientSpec spec(String url, Optional<Credentials> credentials, Map<String, String> overlay) {
        Map<String, String> properties = preset();
        properties.putAll(overlay);
        return new ClientSpec(url, credentials, properties, new JdkTime());
    }
}
