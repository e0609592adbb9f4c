package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import java.util.Locale;
import java.util.Map;

/**
 * What a broker says that it is.
 *
 * @param name of the product
 * @param version of the product
 */
record Product(String name, String version) {

    static Product of(Connection connection) {
        Map<String, Object> said = connection.getServerProperties();
        return new Product(String.valueOf(said.get("product")), String.valueOf(said.get("version")));
    }

    boolean isRabbit() {
        return name.equals("RabbitMQ");
    }

    boolean isQpid() {
        return name.toLowerCase(Locale.ROOT).contains("qpid");
    }

    @Override
    public String toString() {
        return name + " " + version;
    }
}
