package org.wso2.carbon.user.api;

/** Exception that Andes catches, and that nothing throws. */
public class UserStoreException extends Exception {}
